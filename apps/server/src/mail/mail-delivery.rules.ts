import { withoutCodes } from '@arcadia/contract/gift-vouchers'
import { UnwritableMail } from './mail-renderers.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Backoff after the first, second, … failed try: quick at first, about a day in total. */
const waits = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  ...Array<number>(11).fill(HOUR),
  ...Array<number>(6).fill(2 * HOUR),
]

/** The wait after that many failed tries; null to give up. */
export function waitAfter(tries: number): number | null {
  return waits[tries - 1] ?? null
}

/** While the mail server is away, each email asks for it this often at the longest. */
const AWAY_WAIT = 5 * MINUTE

/** The wait until the next try while the mail server is away; no number of tries gives up. */
export function waitWhileAway(tries: number): number {
  return Math.min(waitAfter(tries) ?? AWAY_WAIT, AWAY_WAIT)
}

/**
 * Whether a mail server at this `smtp:` address has to offer encryption (STARTTLS): any but one on this machine, unless the
 * address says `?requireTLS=false`, because it stands in a network of one's own.
 */
export function demandsTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'smtp:' && !isHere && searchParams.get('requireTLS') !== 'false'
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

const AWAY_CODES = ['ECONNECTION', 'ECONNREFUSED', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EABORT']

/** The mail server takes no email at all, so this one is not to blame, and the others wait for the same thing. */
export function isServerAway(error: unknown): boolean {
  const { code, name, responseCode } = error as SmtpError
  return responseCode === 421 || name === 'TimeoutError' || (code !== undefined && AWAY_CODES.includes(code))
}

/** The server permanently rejected this email or its recipient, or nothing can write it; a retry would not help. */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof UnwritableMail) return true
  const { responseCode, command } = error as SmtpError
  return responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

/** What happened to an email that was not accepted, and what there is to do; `isLast` once it is not tried again. */
export function whyNotSent(error: unknown, isLast: boolean): string {
  if (error instanceof UnwritableMail) return error.message
  const { code, responseCode, command } = error as SmtpError
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return "Your mail server didn't accept its password. Ask whoever installed the site."
  if (isServerAway(error)) return "Your mail server can't be reached. We keep trying."
  if (responseCode === undefined)
    return "We couldn't write this email. Tell whoever installed the site: the reason is in the log."
  if (!isRefusedForGood(error)) {
    if (responseCode >= 500)
      return `Your mail server refuses ${command === 'MAIL FROM' ? 'email from the address that the site sends from' : 'what the site asks of it'}. Ask whoever installed the site. ${isLast ? 'We stopped trying.' : 'We keep trying.'}`
    return isLast
      ? "Your mail server didn't take it for a day, so we stopped trying. Send it again, or call."
      : 'Your mail server asked us to try later. We keep trying.'
  }
  return command === 'RCPT TO'
    ? "Your mail server says this address can't get email. Correct the address, or call."
    : 'Your mail server turned this email down. Ask whoever installed the site: the reason is in the log.'
}

/**
 * The text to keep of a sent email: with links cut at `#`, because the rest may be a working token (docs/rules.md §7.7), and
 * the end only of a gift voucher's code (docs/rules.md §13.3).
 */
export function withoutSecrets(text: string): string {
  return withoutCodes(text.replace(/(https?:\/\/[^\s#]*)#\S*/g, '$1'))
}

/** One line without control characters, so that user input can't inject a header or a line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** Where a mail program sees a link: a colon, the dot of `www.`, one before two letters. Hours and sums stay whole. */
const IN_LINKS =
  /(?<!\d(?=.\d))(?::(?=\S)|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}]{2}))|(?<=\bwww)[.\u3002\uff0e\uff61](?=\S)/giu

/** The text with a blank in every web address, so that mail programs make no link of what a stranger typed (docs/rules.md §8.10). */
export const unlinked = (text: string) => text.replace(IN_LINKS, '$& ')

/** The address in `Arcadia <hello@example.com>`, or the bare address as given. */
export const addressOf = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
