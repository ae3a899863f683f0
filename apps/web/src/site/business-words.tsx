import type { BusinessWords } from '@arcadia/contract/site/business-words'
import { useSiteData } from '../prerender/site-data.ts'
import { ServerText } from './server-text.tsx'

/** A text about the business, set by the owner; empty until set. */
export function BusinessText({ name }: { name: keyof BusinessWords }) {
  const { words } = useSiteData()
  return <ServerText name={name}>{words[name] ?? ''}</ServerText>
}

/** `2 days` */
export const MoveDays = () => <BusinessText name="move-days" />
