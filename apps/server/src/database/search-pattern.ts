/**
 * A pattern for `ilike` that finds the words anywhere and takes wild cards literally; null when there is nothing to
 * find.
 */
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

const PHONE_PART = /^[^\p{L}@]+$/u

/** The same for `phone_digits`; null when it cannot be a part of a number. A country's code may be in one of the two only. */
export function phonePattern(q: string | undefined): string | null {
  const digits = q && PHONE_PART.test(q) ? q.replace(/\D/g, '') : ''
  return digits.length >= 4 ? searchPattern(digits.slice(-10)) : null
}
