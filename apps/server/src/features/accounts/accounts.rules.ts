import { ADMIN_PASSWORD_MIN_LENGTH, passwordTooShort, type User } from '@arcadia/contract/accounts'
import { deviceKindOf } from '@arcadia/contract/device-kind'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import { limitFor } from '../../http/limits.rules.ts'

/** How long emailed links work. */
export const RESET_LINK_MS = HOUR_MS
export const CONFIRM_LINK_MS = 7 * DAY_MS
export const WELCOME_LINK_MS = 7 * DAY_MS
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS
/** How long a retry of the same sign-up signs in to the account it made. */
export const SIGN_UP_AGAIN_MS = 15 * MINUTE_MS

/** How long a browser or a network is remembered after its last sign-in. */
export const KNOWN_FOR_MS = 30 * DAY_MS

/** Wrong passwords allowed per origin and account in `FAILURES_WINDOW_MS`. */
const FAILURES_ALLOWED = 10
export const FAILURES_WINDOW_MS = 15 * MINUTE_MS
/** Wrong passwords allowed per account and day, over all unknown origins. */
const DAILY_FAILURES_ALLOWED = 100

export const signUpsOf = limitFor('register', 60, HOUR_MS)
/** Covers both kinds: password resets and sign-in links. */
export const linkRequestsOf = limitFor('forgot', 20, HOUR_MS)
export const resetMailsOf = limitFor('reset-mail', 3, HOUR_MS)
export const signInMailsOf = limitFor('sign-in-mail', 3, HOUR_MS)
export const confirmMailsOf = limitFor('confirm-mail', 3, HOUR_MS)
export const emailChangesOf = limitFor('email-change', 5, HOUR_MS)

/** Wrong passwords from one network for any name, except accounts that have signed in from there. */
export const wrongPasswordsFrom = limitFor('wrong-passwords', 50, FAILURES_WINDOW_MS)
export const TOO_MANY_FROM_HERE = 'Too many failed attempts from your network.'

/** The key under which an account's wrong passwords are counted. */
export const accountKey = (userId: number) => `user:${userId}`

/** Where a sign-in comes from. */
export interface Origins {
  browser: string
  network: string
  /** Whether the browser sent a mark, so that it may have signed in before. */
  isMarked: boolean
}

/** A request's origins, and its kind of device in words; null if it names none. */
export interface Visitor extends Origins {
  device: string | null
}

/** The kind of device with its article, `an iPhone`. */
export function deviceOf(userAgent: string): string | null {
  const kind = deviceKindOf(userAgent)
  return kind && (/^[AEIOU]/i.test(kind) ? `an ${kind}` : `a ${kind}`)
}

/** The origin whose failures count: the browser or else the network that signed in before; if neither did, the network. */
export function chooseOrigin(origins: Origins, known: readonly string[]): { origin: string; isKnown: boolean } {
  for (const origin of [origins.browser, origins.network]) if (known.includes(origin)) return { origin, isKnown: true }
  return { origin: origins.network, isKnown: false }
}

/** Failures so far: `recent` from this origin, `today` from it if it is known, else from all unknown origins. */
export interface Failures {
  recent: number
  oldestRecentAt: Date | null
  today: number
  oldestTodayAt: Date | null
}

/** Seconds until another password may be tried; 0 when it may be tried now. */
export function secondsToWait(failures: Failures, now: Date): number {
  const untilOver = (oldest: Date | null, windowMs: number) => (Number(oldest) + windowMs - now.getTime()) / 1000
  if (failures.today >= DAILY_FAILURES_ALLOWED) return Math.max(1, untilOver(failures.oldestTodayAt, DAY_MS))
  if (failures.recent >= FAILURES_ALLOWED) return Math.max(1, untilOver(failures.oldestRecentAt, FAILURES_WINDOW_MS))
  return 0
}

/** Words a stranger would guess first here, alone or with digits and signs (docs/rules.md §4.2). */
const WORDS_OF_THIS_PLACE =
  'arcadia arcadiafishing arcadiatrophyfishing trophyfishing fishing fishingtrip fishingguide guide outfitter booking bookings deposit owner office administrator quickbooks'.split(
    ' ',
  )

/** The reason a new password is refused, as a sentence; undefined if it is good enough. */
export function refusePassword(
  password: string,
  account: Pick<User, 'username' | 'email' | 'role'>,
  rules: { minLength: number; isCommon: (password: string) => boolean },
): string | undefined {
  const minLength = account.role === 'ADMIN' ? Math.max(ADMIN_PASSWORD_MIN_LENGTH, rules.minLength) : rules.minLength
  const plain = password.toLowerCase()
  if (password.length < minLength) return passwordTooShort(minLength)
  if (plain === account.username.toLowerCase()) return 'The password cannot be the same as the username.'
  if (plain === account.email.toLowerCase()) return 'The password cannot be the same as the email address.'
  const isOurs = WORDS_OF_THIS_PLACE.includes(plain.replace(/[^\p{L}]/gu, ''))
  if (isOurs || rules.isCommon(plain)) return 'That password is too easy to guess. Try another one.'
  return undefined
}
