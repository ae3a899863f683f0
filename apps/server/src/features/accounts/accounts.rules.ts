import { ADMIN_PASSWORD_MIN_LENGTH, passwordTooShort, type User } from '@arcadia/contract/accounts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import { limitFor } from '../../http/limits.rules.ts'

/** How long links of emails work. */
export const RESET_LINK_MS = HOUR_MS
export const CONFIRM_LINK_MS = 7 * DAY_MS
export const WELCOME_LINK_MS = 7 * DAY_MS
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS
export const INVITATION_MS = 7 * DAY_MS
export const invitationLink = (publicUrl: string, token: string) => `${publicUrl}/admin/invitation#token=${token}`
/** How long the same press of sign-up signs in to the account that it made. */
export const SIGN_UP_AGAIN_MS = 15 * MINUTE_MS

/** How long a browser or a network is remembered after its last sign-in. */
export const KNOWN_FOR_MS = 30 * DAY_MS

/** Wrong passwords one origin may try on an account before it has to wait. */
const FAILURES_ALLOWED = 10
export const FAILURES_WINDOW_MS = 15 * MINUTE_MS
/** Wrong passwords that all unknown origins together may try on an account in a day. */
const DAILY_FAILURES_ALLOWED = 100

/** The request limits of this feature. */
export const signUpsOf = limitFor('register', 60, HOUR_MS)
/** Of either kind: to set a password and to sign in. */
export const linkRequestsOf = limitFor('forgot', 20, HOUR_MS)
export const resetMailsOf = limitFor('reset-mail', 3, HOUR_MS)
export const signInMailsOf = limitFor('sign-in-mail', 3, HOUR_MS)
export const confirmMailsOf = limitFor('confirm-mail', 3, HOUR_MS)
export const invitationMailsOf = limitFor('invitation-mail', 3, HOUR_MS)
export const invitationTriesFrom = limitFor('invitation', 30, HOUR_MS)
export const emailChangesOf = limitFor('email-change', 5, HOUR_MS)

/**
 * Wrong passwords from one network, whatever names they are tried with, but for accounts that were signed in to from
 * there.
 */
export const wrongPasswordsFrom = limitFor('wrong-passwords', 50, FAILURES_WINDOW_MS)
export const TOO_MANY_FROM_HERE = 'Too many failed attempts from your network. Please wait a few minutes and try again.'

/** What wrong passwords of an account are counted under. */
export const accountKey = (userId: number) => `user:${userId}`

/** Where a sign-in comes from. */
export interface Origins {
  browser: string
  network: string
}

/** The origin whose failures count: the most exact one that signed in to the account before, else the network. */
export function chooseOrigin(origins: Origins, known: readonly string[]): { origin: string; isKnown: boolean } {
  for (const origin of [origins.browser, origins.network]) if (known.includes(origin)) return { origin, isKnown: true }
  return { origin: origins.network, isKnown: false }
}

/** Failures so far: `recent` of this origin, `today` of it if it is known, otherwise of all that are not. */
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

/** What a stranger tries first here, alone or with digits and signs (docs/rules.md §4.2). */
const WORDS_OF_THIS_PLACE =
  'arcadia arcadiafishing arcadiatrophyfishing trophyfishing fishing fishingtrip fishingguide guide outfitter booking bookings deposit owner office administrator quickbooks'.split(
    ' ',
  )

/** The sentence that says why a new password is refused; undefined when it is good enough. */
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
