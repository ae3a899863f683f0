import { addresses } from '@arcadia/contract/addresses'
import { Link } from 'react-router'
import emblem from '../assets/emblem.svg'
import { useSiteData } from '../prerender/site-data.ts'
import { ServerText } from './server-text.tsx'

export function Brand() {
  const { business } = useSiteData()
  return (
    <Link to={addresses.home.href()} className="brand">
      <img src={emblem} alt="" width={44} height={44} fetchPriority="low" />
      <ServerText name="business-name">{business.name}</ServerText>
    </Link>
  )
}
