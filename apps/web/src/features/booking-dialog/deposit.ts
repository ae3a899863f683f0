import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import type { Booking } from '@arcadia/contract/bookings'
import {
  type CurrentHold,
  getCurrentHold,
  type HoldEnd,
  errors as holdErrors,
  type Spots,
} from '@arcadia/contract/holds'
import { PACKAGES } from '@arcadia/contract/packages'
import { type BotProof, type PaymentStatus, payForBooking } from '@arcadia/contract/payments'
import { anglers } from '@arcadia/contract/riders'
import { formatDate } from '@arcadia/contract/trip-date'
import { analyticsClientId } from '../../analytics/consent.ts'
import { ApiError, call } from '../../api/call.ts'
import type { Current } from '../holds/hold.queries.ts'
import type { PaymentCall } from '../payments/use-card-payment.ts'
import type { TripDetails } from './trip-details.ts'
import { quoteOf } from './wizard-state.ts'

/** A payment that is or may be under way, as a reloaded page knows it. */
export interface Paying {
  /** Identifies this press of Pay; a refusal of another press says nothing about it. */
  key: string
  /** A payment for this hold, even from another tab, pays for this booking. Missing if nothing was held before Pay. */
  holdId?: string | undefined
}

/** The payment of a deposit and what it pays for. */
export interface Deposit {
  status: PaymentStatus | 'MISSING'
  /** Of the payment under way, which may be another tab's. */
  paying: Paying
  /** The live hold, if it was asked for; where there is none, a refused payment can't be retried. */
  hold?: CurrentHold | null
  /** The booking, still pending while its payment is confirmed. */
  booking: Booking | null
  /** What to tell the customer of a refusal. */
  refusal?: string | undefined
  /** The hold is over, or there was none and the spots are gone. */
  end?: HoldEnd
}

interface DepositOptions {
  spots: Spots & { holdId?: string }
  details: TripDetails
  card: { paymentToken: string; recaptcha: BotProof }
  realmId: string | undefined
}

/** Pays the deposit of a hold, or takes the spots with the payment. */
export async function payDeposit(
  { spots, details, card, realmId }: DepositOptions,
  options: PaymentCall & { idempotencyKey: string },
): Promise<Deposit> {
  const { acceptsTerms: _, ...trip } = details
  const { holdId, selectedDate, numberOfGuests, privateMorning } = spots
  const body = {
    bookingData: {
      ...trip,
      selectedDate,
      numberOfGuests,
      isPrivate: privateMorning !== undefined,
      termsVersion: TERMS_VERSION,
    },
    paymentData: {
      amount: quoteOf(spots, details).due,
      currency: 'USD' as const,
      paymentToken: card.paymentToken || undefined,
      description: `Deposit: ${formatDate(selectedDate)}, ${PACKAGES[trip.packageType].name} Package, ${anglers(numberOfGuests)}`,
      paymentMethod: 'QUICKBOOKS',
      metadata: { realmId, clientId: analyticsClientId() },
      context: { mobile: matchMedia('(pointer: coarse)').matches, isEcommerce: true },
    },
    holdId,
    recaptcha: card.recaptcha,
  }
  const paying = { key: options.idempotencyKey, holdId }
  try {
    const { status = 'CAPTURED', booking } = await call(payForBooking, { query: { realmId }, body }, options)
    return { status, paying, booking }
  } catch (error) {
    return { ...readRefusal(error), paying, booking: null }
  }
}

/** What the server's refusal means for the hold, in the specified words. */
export function readRefusal(error: unknown): Pick<Deposit, 'status' | 'refusal' | 'end'> {
  if (!(error instanceof ApiError)) throw error
  const { code, message } = error
  const isOver = (reason: HoldEnd['reason'], words = message) =>
    ({ status: 'FAILED', end: { reason, message: words } }) as const
  switch (code) {
    case 'card-declined':
      return { status: 'DECLINED', refusal: message }
    case 'hold-expired':
    case 'hold-released':
    case 'spots-taken':
      return isOver(code)
    case 'hold-not-found':
      return isOver('hold-expired', holdErrors['hold-expired'].message)
    // Nothing was held, and others were faster.
    case 'not-enough-spots':
    case 'date-not-bookable':
    case 'not-private':
      return isOver('spots-taken', `${message} You weren't charged.`)
    // Sent again, it joins that one or gets its outcome.
    case 'payment-in-progress':
      throw new Error(message, { cause: error })
    case 'unauthorized':
      throw new ApiError('You must be logged in to complete the booking', error)
    case 'payments-not-connected':
      throw new ApiError('Payment is not configured. Please contact support to complete your booking.', error)
    default:
      throw error
  }
}

/** What became of a payment, from the state of its hold; without one, from the latest payment. */
export async function findDeposit(paying: Paying, options: PaymentCall): Promise<Deposit> {
  return readDeposit(await call(getCurrentHold, { query: { holdId: paying.holdId } }, options), paying)
}

export function readDeposit({ hold, attempt, booking }: Current, paying: Paying): Deposit {
  const { key, holdId } = paying
  const isOwn = attempt?.key === key
  if (holdId === undefined && !isOwn) return { status: 'MISSING', paying, hold: null, booking: null }
  const found = { paying: { key: attempt?.key ?? key, holdId }, hold, booking }
  if (attempt?.status === 'PROCESSING') return { ...found, status: 'PROCESSING' }
  // Nothing due means no payment attempt.
  if (booking && (!attempt || attempt.status === 'CONFIRMED')) return { ...found, status: 'CAPTURED' }
  if (!isOwn) return { ...found, status: 'MISSING' }
  return { ...found, status: attempt.status === 'DECLINED' ? 'DECLINED' : 'FAILED', refusal: attempt.message }
}
