import { tidyPhone } from '@arcadia/contract/phone-numbers'
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a row has every word of a search, in any order (docs/rules.md §6.12); true without words. `has` compares a search key
 * (`0001_search.sql`) with one word's `like` pattern.
 */
export function eachWord(
  q: string | undefined,
  has: (pattern: RawBuilder<string>, word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const words = q?.split(/\s+/).filter(Boolean) ?? []
  const found = words.map((word) => has(sql<string>`search_pattern(${word})`, word))
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` and `)})` : sql<boolean>`true`
}

const CONFIRMATION_NUMBER_PART = /^[-JB\d]+$/i

/** A `like` pattern for a confirmation number; null if the text cannot be part of one, which skips a pointless search. */
export function confirmationNumberPattern(q: string | undefined): string | null {
  return q && CONFIRMATION_NUMBER_PART.test(q) ? `%${q.toUpperCase()}%` : null
}

const PHONE_PART = /^[^\p{L}@]+$/u

/** The same for `phone_digits`; null if the text cannot be part of a number. Ignores the country code. */
export function phonePattern(q: string | undefined): string | null {
  const digits = q && PHONE_PART.test(q) ? tidyPhone(q).replace(/\D/g, '') : ''
  return digits.length >= 4 ? `%${digits.slice(-10)}%` : null
}
