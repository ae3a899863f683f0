import * as z from 'zod/mini'
import { FEWEST_DIGITS, readPhone, tidyPhone, UNSEEN, withoutUnseen } from './phone-numbers.ts'

/** Fields of text that people type. Every one has a limit (docs/rules.md §7.3). */

/** A text of characters that draw nothing is empty. */
const isSeen = (text: string) => /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u.test(text)

/** Accented letters are stored composed, so that equal names are equal. */
const tidyText = z.overwrite<string>((text) => (isSeen(text) ? text.normalize('NFC').trim() : ''))

/** Marks nobody sees that emoji, flags and some scripts are joined with. */
const JOINS = /[\p{L}\p{M}\u{e0020}-\u{e007f}]|\u200c|\u200d/u
/** A name can't turn the direction of what stands beside it. */
const tidyLine = z.overwrite<string>((text) =>
  isSeen(text)
    ? text
        .replace(UNSEEN, (mark) => (JOINS.test(mark) ? mark : ''))
        .normalize('NFC')
        .trim()
    : '',
)

/** Non-empty text that may have several lines; `missing` is the message when it is empty. */
export function requiredText(name: string, limit: number, missing = `${name} is required`) {
  return z.string(missing).check(tidyText, z.minLength(1, missing), ...textChecks(name, limit))
}

/** Text that may be blank. */
export function textOrBlank(name: string, limit: number) {
  return z.string(`${name} is missing`).check(tidyText, ...textChecks(name, limit))
}

/** Text that may be omitted, null or empty: decoded to null, and omitted when sent. */
export function optionalText(name: string, limit: number) {
  return leftOutWhenEmpty(z.string().check(tidyText, ...textChecks(name, limit)))
}

/** Text in a change: kept when omitted, cleared when null or empty. */
export function changedText(name: string, limit: number) {
  const text = z.string().check(tidyText, ...textChecks(name, limit))
  return z.optional(
    z.codec(z.nullable(text), z.nullable(z.string()), {
      decode: (given) => given || null,
      encode: (kept) => kept || null,
    }),
  )
}

/** One line of text, such as a name or a phone number. */
export function requiredLine(name: string, limit = 100, missing = `${name} is required`) {
  return z.string(missing).check(tidyLine, z.minLength(1, missing), ...lineChecks(name, limit))
}

/** One line that a browser takes as filled in: blanks count, and are left out. */
export function typedLine(name: string, limit = 100) {
  const missing = `${name} is required`
  return z.string(missing).check(z.minLength(1, missing), tidyLine, ...lineChecks(name, limit))
}

/** One line that may be blank. */
export function lineOrBlank(name: string, limit = 100) {
  return z.string(`${name} is missing`).check(tidyLine, ...lineChecks(name, limit))
}

export function optionalLine(name: string, limit = 100) {
  return leftOutWhenEmpty(z.string().check(tidyLine, ...lineChecks(name, limit)))
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '').length

/** A phone number however people write it; `missing` is the message when it is empty. */
export function phoneNumber(missing?: string) {
  return requiredLine('Phone number', 40, missing).check(
    z.overwrite(tidyPhone),
    z.refine(
      // `requiredLine` reports an empty one.
      (text) => text === '' || digitsOf(text) >= FEWEST_DIGITS,
      `Please enter a phone number with at least ${FEWEST_DIGITS} digits`,
    ),
    z.refine(
      (text) => digitsOf(text) < FEWEST_DIGITS || readPhone(text) !== undefined,
      'Please enter just one phone number, for example (863) 555-0142 or +44 20 7946 0018 ext. 5',
    ),
  )
}

export const PhoneNumber = phoneNumber()

function leftOutWhenEmpty(text: z.ZodMiniString) {
  return z.codec(z.optional(z.nullable(text)), z.nullable(z.string()), {
    decode: (given) => given || null,
    encode: (kept) => kept || undefined,
  })
}

function textChecks(name: string, limit: number) {
  return [
    z.maxLength(limit, `${name} can be at most ${limit} characters long`),
    z.refine<string>(isStorable, `${name} contains a character we can't store`),
  ]
}

/** A line break in a name could forge a line of an email header, a calendar file or a printed sheet. */
export function lineChecks(name: string, limit: number) {
  return [
    ...textChecks(name, limit),
    z.refine<string>(
      (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
      `${name} must be on one line, without control characters`,
    ),
  ]
}

/** PostgreSQL's text type can't hold NUL or lone surrogates. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/**
 * An email address: letters, digits and the symbols that real mailboxes use, one @, and a dot after it. Refuses
 * characters with a meaning in links or email headers (`?`, `&`, `%`, quotes, brackets).
 * @param required what is said where there is none
 */
export const emailOf = (required: string) =>
  z.string(required).check(
    z.overwrite((text) => withoutUnseen(text).normalize('NFKC').trim()),
    z.minLength(1, required),
    z.maxLength(254, 'An email address can be at most 254 characters long'),
    z.refine((text) => text.indexOf('@') <= 64, 'The part before the @ can be at most 64 characters long'),
    z.regex(
      /^[\p{L}\p{M}\p{N}.!#$'*+/=^_{|}~-]+@([\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+$/u,
      'Please enter a valid email address',
    ),
  )
export const Email = emailOf('Email is required')
