import type { Session } from '@arcadia/contract/accounts'
import { TERMS_VERSION } from '@arcadia/contract/bookings'
import type { Spots } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { anglers } from '@arcadia/contract/riders'
import { formatDate } from '@arcadia/contract/trip-date'
import { analyticsClientId } from '../../analytics/consent.ts'
import { call } from '../../api/call.ts'
import { PACKAGES } from '../bookings/packages.ts'
import { proveHuman } from '../payments/bot-protection.ts'
import { ANSWER_WITHIN_MS } from '../payments/follow-payment.ts'
import type { TripDetails } from './trip-details.ts'
import { quoteOf } from './wizard-state.ts'

interface Payment {
  session: Session
  spots: Spots & { holdId?: string }
  details: TripDetails
  /** Missing when nothing is due. */
  cardToken?: string
  realmId?: string | undefined
  /** Identifies this press of Pay, so that a retry charges only once. */
  idempotencyKey: string
}

/** Pays the deposit of a hold, or takes the spots with the payment. Only the server's own answer settles the outcome; anything else leaves it unknown. */
export async function payForHold({ session, spots, details, cardToken, realmId, idempotencyKey }: Payment) {
  const { packageType, riders, tackle, firstName, lastName, email, phone } = details
  const { holdId, selectedDate, numberOfGuests } = spots
  const recaptcha = await proveHuman()
  const body = {
    bookingData: {
      selectedDate,
      numberOfGuests,
      packageType,
      riders,
      tackle,
      firstName,
      lastName,
      email,
      phone,
      termsVersion: TERMS_VERSION,
    },
    paymentData: {
      amount: quoteOf(spots, details).due,
      currency: 'USD' as const,
      paymentToken: cardToken,
      description: `Deposit: ${formatDate(selectedDate)}, ${PACKAGES[packageType].name} Package, ${anglers(numberOfGuests)}`,
      paymentMethod: 'QUICKBOOKS',
      metadata: { realmId, clientId: analyticsClientId() },
      context: { mobile: matchMedia('(pointer: coarse)').matches, isEcommerce: true },
    },
    holdId,
    recaptcha,
  }
  return call(
    payForBooking,
    { query: { realmId }, body },
    { as: session, idempotencyKey, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  )
}
