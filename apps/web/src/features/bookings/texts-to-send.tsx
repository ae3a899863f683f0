import { texts } from '@arcadia/contract/admin/texts'
import { textAddress } from '@arcadia/contract/phone-numbers'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'

interface TextsToSendProps {
  guest: { firstName: string; phone: string; selectedDate: TripDate }
  /** The group has arrived, so it needs no way and no hour. */
  isHere?: boolean
  /** Where the group signs; left out once everybody has. */
  waiverUrl?: string | undefined
}

/** What a guide texts a group around the trip, each opened ready to send in the phone's own messages. */
export function TextsToSend({ guest, isHere = false, waiverUrl }: TextsToSendProps) {
  const { business: from } = useSiteData()
  const today = useVenueToday()
  const { phone, selectedDate: date } = guest
  const about = { from, to: guest, date, today }
  const choices = [
    { label: 'Where we meet', says: isHere ? undefined : texts.meeting(about) },
    { label: 'Running late', says: date === today && !isHere ? texts.late(about) : undefined },
    { label: 'The waiver link', says: waiverUrl && texts.waiver({ ...about, link: waiverUrl }) },
  ].flatMap(({ label, says }) => (says ? [{ label, address: textAddress(phone, says) }] : []))
  if (date < today || !choices.some(({ address }) => address)) return null
  return (
    <details className="print:hidden">
      <summary>Texts ready to send</summary>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ label, address }) => (
          <LinkButton key={label} to={address} aria-label={`Text ${guest.firstName}: ${label}`}>
            {label}
          </LinkButton>
        ))}
      </div>
    </details>
  )
}
