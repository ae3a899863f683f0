import { createHash, randomInt } from 'node:crypto'
import { CODE_ALPHABET, type VoucherStatus } from '@arcadia/contract/gift-vouchers'
import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { HOUR_MS } from '../../clock.ts'
import { limitFor } from '../../http/limits.rules.ts'
import { isMorning } from '../../mail/morning.rules.ts'

/** 16 signs of 31: 79 random bits. */
export function newCode(): string {
  return Array.from({ length: 16 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** What a code is found by. With so many bits it needs no salt. */
export const digestOfCode = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Wrong codes an hour, of an account and from a network (docs/rules.md §13.6). A right one does not count. */
export const triesOf = limitFor('voucher-code', 10, HOUR_MS)
export const triesFrom = limitFor('voucher-code', 20, HOUR_MS)

/** The latest date whose vouchers are due: today's from nine in the morning on at the venue, before that yesterday's. */
export function sendsThrough(now: Date): TripDate {
  return isMorning(now) ? venueDate(now) : addDays(venueDate(now), -1)
}

interface Voucher {
  left: number
  expires_on: TripDate | null
  voided_at: Date | null
}

export function statusOf({ left, expires_on, voided_at }: Voucher, now: Date): VoucherStatus {
  if (voided_at) return 'VOID'
  if (expires_on && expires_on < venueDate(now)) return 'EXPIRED'
  return left > 0 ? 'GOOD' : 'USED'
}

/** Said to who has the right code. */
export const WHY_NOT: Record<Exclude<VoucherStatus, 'GOOD'>, string> = {
  USED: 'Nothing is left on this gift voucher.',
  EXPIRED: 'This gift voucher has expired. Call us and we will find a way.',
  VOID: 'This gift voucher is void.',
}
