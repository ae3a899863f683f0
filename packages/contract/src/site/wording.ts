// The first screen needs these before anything else has loaded, so this file imports nothing.

/** What the business is called until it has a name of its own; pages are built with it. */
export const DEFAULT_NAME = 'Arcadia Trophy Fishing'

/** Food and drinks, in the same words on the site, in emails and in the terms. */
export const LUNCH = "Drinks are on hand all morning, and a gourmet lunch is served when the fishing's done."

/** `8:00 AM`, for the portal: whoever works at the venue reads its hours. */
export function portalHour(time: string): string {
  const [hours = 0, minutes] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `8:00 AM Eastern`: a part of Florida is an hour behind, so every hour a guest reads names its zone (docs/rules.md §1.8). */
export const hourInWords = (time: string): string => `${portalHour(time)} Eastern`

/** Our promise if we have to cancel, in the same words on the site and in the terms. */
export const CALLED_OFF = 'If we cancel, you pick another date or get all your money back.'

/** Default for the fewest days before a trip at which a booking can still move with its deposit. */
export const RESCHEDULE_DAYS = 2

export const canStillMove = (daysUntilTrip: number, moveDays: number) => daysUntilTrip >= moveDays

/** How many pictures the gallery has; drawings fill up what photographs leave. */
export const GALLERY_PICTURES = 29

/** `4.8 of 5 · 37 reviews` */
export const ratingInWords = ({ average, count }: { average: number; count: number }): string =>
  `${average} of 5 · ${count} ${count === 1 ? 'review' : 'reviews'}`

/** An address in the parts between which a line may end: `hello`, `@example`, `.com`. */
export const emailParts = (email: string): string[] => email.split(/(?=@)|(?=\.[^.@]*$)/)

const FIRST_YEAR = 2024

/** `© 2024`, or `© 2024-2027` in later years. */
export function copyright(today: string): string {
  const year = Number(today.slice(0, 4))
  return `© ${year > FIRST_YEAR ? `${FIRST_YEAR}-${year}` : FIRST_YEAR}`
}
