/** For `ilike`: the words anywhere, wild cards meaning themselves; null when nothing is looked for. */
export function searchPattern(q: string | undefined): string | null {
  return q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
}

const CONFIRMATION_NUMBER_PART = /^[-JB\d]+$/i

/**
 * The same for a confirmation number; null when it cannot be a part of one. Many bookings have a word in their names,
 * where only their number is looked for.
 */
export function confirmationNumberPattern(q: string | undefined): string | null {
  return q && CONFIRMATION_NUMBER_PART.test(q) ? searchPattern(q) : null
}
