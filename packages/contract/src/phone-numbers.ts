// The landing page needs these before anything else has loaded, so this file imports nothing.

/** Marks nobody sees, Unicode's "default ignorable", which phones put around a copied number or address (docs/rules.md §6.15). */
export const UNSEEN = /\p{DI}/gu

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/** The number as typed, without marks nobody sees and with the digits of any script as 0 to 9. */
export function tidyPhone(text: string): string {
  return withoutUnseen(text)
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
      // Unicode keeps the ten digits of a script together, zero first.
      const point = digit.codePointAt(0)!
      let zero = point
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
      return String((point - zero) % 10)
    })
    .trim()
}

export const FEWEST_DIGITS = 7
/** Of any number in the world (ITU E.164). */
const MOST_DIGITS = 15

const WRITTEN =
  /^([\d\s()+./·•\u2010-\u2015\u2212-]+?)[\s,;]*(?:(?:ext(?:ension|n)?\.?|x\.?|#|[,;])[\s:=]*(\d{1,7}))?$/i

/** A number as people write it, to be dialed; undefined if it is none, or more than one. */
export function readPhone(text: string): { number: string; extension?: string | undefined } | undefined {
  const [, written = '', extension] = WRITTEN.exec(tidyPhone(text)) ?? []
  // `+44 (0)20 7946 0018`: the zero is only for calls within the country.
  const digits = written.replace(/^(\W*\+.*?)\(0\)/, '$1').replace(/\D/g, '')
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return undefined
  return { number: /^\D*\+/.test(written) ? `+${digits}` : digits, extension }
}

const AMERICAN = /^\+?1?([2-9]\d{2})(\d{3})(\d{4})$/

/**
 * `tel:+18635550142,12`, which dials the extension after a pause, or `sms:` for a text message; empty if it would reach nobody, or a
 * stranger. A text can't be sent to an extension.
 */
export function phoneAddress(kind: 'tel' | 'sms', phone: string): string {
  const { number, extension } = readPhone(phone) ?? {}
  if (!number || (kind === 'sms' && extension)) return ''
  return `${kind}:${number.replace(AMERICAN, '+1$1$2$3')}${extension ? `,${extension}` : ''}`
}

/**
 * Opens the phone's own messages with `body` filled in: iPhones and Android both read `?&`. Without a number they ask to whom;
 * empty if the number takes no text.
 */
export function textAddress(phone: string | undefined, body: string): string {
  const address = phone === undefined ? 'sms:' : phoneAddress('sms', phone)
  return address && `${address}?&body=${encodeURIComponent(body)}`
}

/** `(863) 555-0142 ext. 12` for any American number; others stay as typed. */
export function formatPhone(phone: string): string {
  const { number = '', extension } = readPhone(phone) ?? {}
  const [, area, office, line] = AMERICAN.exec(number) ?? []
  return area ? `(${area}) ${office}-${line}${extension ? ` ext. ${extension}` : ''}` : phone
}
