/**
 * An `ilike` pattern that matches the text anywhere and escapes wildcards; null without a search text.
 */
export function searchPattern(q: string | undefined): string | null {
  return q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
}

const CONFIRMATION_NUMBER_PART = /^[-JB\d]+$/i

/**
 * The same for a confirmation number; null if the text cannot be part of one, which skips a pointless search.
 */
export function confirmationNumberPattern(q: string | undefined): string | null {
  return q && CONFIRMATION_NUMBER_PART.test(q) ? searchPattern(q) : null
}

const PHONE_PART = /^[^\p{L}@]+$/u

/** The same for `phone_digits`; null if the text cannot be part of a number. Ignores the country code. */
export function phonePattern(q: string | undefined): string | null {
  const digits = q && PHONE_PART.test(q) ? q.replace(/\D/g, '') : ''
  return digits.length >= 4 ? searchPattern(digits.slice(-10)) : null
}
