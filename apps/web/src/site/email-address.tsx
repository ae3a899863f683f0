import { useSiteData } from '../site-data.ts'
import { ServerText } from './server-text.tsx'

/** The address to write to; a link once the site data is there. */
export function EmailAddress() {
  const { business } = useSiteData()
  return business.email ? (
    <a href={`mailto:${business.email}`}>{business.email}</a>
  ) : (
    <ServerText name="business-email">{business.email}</ServerText>
  )
}
