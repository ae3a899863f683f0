import { formatCompactDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { RowLink } from './row-link.tsx'

/** Who wrote, in a list of messages; the name opens the row. */
export function Sender({ id, name, email }: { id: number; name: string; email: string }) {
  return (
    <div className="whitespace-normal wrap-anywhere min-[700.02px]:w-60">
      <RowLink id={id}>{name}</RowLink>
      <br />
      <span className="small text-ink-2">{email}</span>
    </div>
  )
}

/** How a message begins. */
export function MessageStart({ message }: { message: string }) {
  return <span className="line-clamp-2 whitespace-normal wrap-anywhere text-ink-2">{previewOf(message)}</span>
}

const PREVIEW_LENGTH = 100

/** The beginning of a message, on one line, cut at 100 characters (docs/rules.md §6.12). */
export function previewOf(message: string): string {
  const characters = [...message.replace(/\s+/g, ' ').trim()]
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : characters.join('')
}

/** A moment on the venue's calendar, with its time below; on a phone beside it. */
export function When({ at }: { at: Date }) {
  return (
    <span className="num">
      {formatCompactDate(venueDate(at))}
      <br className="max-[700px]:hidden" /> <span className="small text-ink-2">{formatVenueTime(at)}</span>
    </span>
  )
}
