import type { Booking } from '@arcadia/contract/bookings'
import { quote } from '@arcadia/contract/configuration'
import type { CurrentHold, HoldState, PayFirst, Spots } from '@arcadia/contract/holds'
import type { Cents } from '@arcadia/contract/money'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Problem } from '../bookings/problem-banner.tsx'
import type { TypedVoucher } from '../gift-vouchers/voucher-field.tsx'
import type { KeptCard } from '../payments/card.rules.ts'
import type { Paying } from './deposit.ts'
import type { TripDetails } from './trip-details.ts'

export const STEPS = ['Date', 'Guests', 'Payment', 'Confirm'] as const
export type Step = (typeof STEPS)[number]

/** State of the booking dialog. */
export interface Wizard {
  step: Step
  date: TripDate | null
  /** An unavailable date; the calendar opens at its explanation. */
  lostDate: TripDate | null
  details: TripDetails
  /** Card details typed earlier, without number and CVV: in memory only. */
  card: Partial<KeptCard> | null
  /** The date being booked before a reload; continues there unless a hold or payment says more. */
  resumes: TripDate | null
  /** A visitor picked a date; booking continues with it after sign-in. */
  awaitsSignIn: boolean
  /** Checking and holding spots for the group. */
  isChecking: boolean
  hold: CurrentHold | null
  /** The hold that ended on the screen, what was said of that, and what this customer holds or booked since. */
  lost: { holdId: string; message: string; since: HoldState | undefined } | null
  /** The hold that this tab made, and so may give back; another tab may be paying for any other. */
  madeHere: string | null
  /** Nothing is held: whoever pays first has the spots (docs/rules.md §2.9). */
  payFirst: PayFirst | null
  /** Released by going back, or over in step 2; until the calendar updates, its spots and gift still count as this customer's. */
  givenBack: CurrentHold | null
  /** Spots from the waitlist, already held for this customer. */
  offer: CurrentHold | null
  /**
   * `confirming`: sent, outcome unknown. `expired`: the hold is over, and the date may be free. `taken`: others have the
   * spots. Neither charged anything.
   */
  payment: 'ready' | 'sending' | 'confirming' | 'expired' | 'taken'
  /** Identifies this press of Pay, to tell its outcome from another's. */
  paying: Paying | null
  /** The booking, still pending while its payment is confirmed. */
  booking: Booking | null
  problem: Problem | null
  /** Typed in step 2; it pays before the card does. */
  voucher: TypedVoucher | null
}

/** The offer for the picked date, taken as is. */
export const offerOf = ({ offer, date }: Wizard) => (offer?.selectedDate === date ? offer : null)

/** A payment is or may be on its way: the hold can't be used for anything else. */
export const isPaying = ({ payment }: Wizard) => payment === 'sending' || payment === 'confirming'

/** What step 3 sells: the held spots, or those to pay first for. */
export const spotsOf = ({ hold, payFirst }: Wizard): CurrentHold | PayFirst | null => hold ?? payFirst

/** The hold ran out. What an expired offer held may be another's offer by now; any other date may still be free. */
export const canHoldAgain = ({ payment, hold }: Wizard) => payment === 'expired' && !hold?.isOffer

/** The cost at the promised prices, less what a gift voucher covers. */
export const quoteOf = (spots: Spots, { packageType, riders }: TripDetails) =>
  lessVoucher(quote(spots, packageType, spots.numberOfGuests, riders), spots.covered)

/** A voucher covers the deposit first; `due` is what is left of that for the card now, and `balance` the rest. */
export function lessVoucher<Sum extends { total: Cents; deposit: Cents }>(sum: Sum, voucher = 0) {
  const covered = Math.min(voucher, sum.total)
  const due = Math.max(0, sum.deposit - covered)
  return { ...sum, covered, due, balance: sum.total - covered - due }
}
