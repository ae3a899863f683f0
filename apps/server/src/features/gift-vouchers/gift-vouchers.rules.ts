import { createHash, randomInt } from 'node:crypto'
import type { VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import type { PackageType } from '@arcadia/contract/configuration'
import { CODE_ALPHABET, coveredBy, type PricedTrip } from '@arcadia/contract/gift-vouchers'
import type { Cents } from '@arcadia/contract/money'
import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import { limitFor } from '../../http/limits.rules.ts'
import { isMorning } from '../../mail/morning.rules.ts'

/** 16 characters out of 31: 79 random bits. */
export function newCode(): string {
  return Array.from({ length: 16 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** Codes are looked up by this digest. With 79 bits it needs no salt. */
export const digestOfCode = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Wrong codes allowed per hour, per account or payment link and per network (docs/rules.md §13.6). Right ones don't count. */
export const triesOf = limitFor('voucher-code', 10, HOUR_MS)
export const triesFrom = limitFor('voucher-code', 20, HOUR_MS)

/** The latest send date that is due: today from 9 AM at the venue, before that yesterday. */
export function sendsThrough(now: Date): TripDate {
  return isMorning(now) ? venueDate(now) : addDays(venueDate(now), -1)
}

/** Orders an hour from one network: each is a row, and nobody has paid yet. */
export const ordersFrom = limitFor('gift-order', 30, HOUR_MS)

/** Whether the link that pays for a voucher works. An order ends after a day, because prices change, unless a card is paying. */
export function isLinkGood(
  voucher: Pick<Voucher, 'issued_at' | 'voided_at'> & {
    made_by: number | null
    attempt_id: number | null
    outcome: string | null
    blanked_at: Date | null
    created_at: Date
  },
  now: Date,
): boolean {
  const { issued_at, voided_at, made_by, attempt_id, outcome, blanked_at, created_at } = voucher
  if (voided_at || blanked_at) return false
  const isPaying = attempt_id !== null && outcome === null
  return issued_at !== null || made_by !== null || isPaying || now.getTime() - created_at.getTime() < DAY_MS
}

interface GivenTrip {
  trip_package: PackageType | null
  trip_anglers: number | null
}

/** What a voucher pays toward a trip, and what it is worth from then on if that turns its trip into money. */
export function payFrom(
  voucher: GivenTrip & { cents: Cents; left: Cents; fixed: Cents | null },
  trip: PricedTrip,
  due: Cents,
): { cents: Cents; worth_cents: Cents | null } {
  const { cents: price, left, fixed } = voucher
  const given = fixed === null ? tripOf(voucher) : null
  const cents = coveredBy({ left, worth: price, trip: given }, trip, due)
  // What its trip is worth above its price is for that trip alone: it leaves no money.
  return { cents, worth_cents: given && cents > 0 ? Math.max(price, price - left + cents) : null }
}

/** The trip that it gives; null for an amount. */
export const tripOf = ({ trip_package, trip_anglers }: GivenTrip) =>
  trip_package && { packageType: trip_package, numberOfGuests: trip_anglers! }

interface Voucher {
  left: number
  issued_at: Date | null
  expires_on: TripDate | null
  voided_at: Date | null
}

export function statusOf({ left, issued_at, expires_on, voided_at }: Voucher, now: Date): VoucherStatus {
  if (voided_at) return 'VOID'
  if (!issued_at) return 'UNPAID'
  if (expires_on && expires_on < venueDate(now)) return 'EXPIRED'
  return left > 0 ? 'GOOD' : 'USED'
}
