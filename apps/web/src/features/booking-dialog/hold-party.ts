import type { Session } from '@arcadia/contract/accounts'
import { checkAvailability } from '@arcadia/contract/availability'
import { type BookingConfig, quote } from '@arcadia/contract/configuration'
import { type CurrentHold, createHold, type PayFirst } from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../api/call.ts'
import { readSiteData } from '../../prerender/site-data.ts'
import type { Problem } from '../bookings/problem-banner.tsx'
import { type TypedVoucher, VoucherRefused } from '../gift-vouchers/voucher-field.tsx'
import { freeHold } from '../holds/hold.queries.ts'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { callUs } from './call-us.ts'
import type { TripDetails } from './trip-details.ts'
import { quoteOf } from './wizard-state.ts'

interface Party {
  session: Session
  client: QueryClient
  config: BookingConfig
  date: TripDate
  details: TripDetails
  /** The customer's own hold; its spots count as free, and its gift is kept. */
  earlier: CurrentHold | null
  /** Already held for the group. */
  offer: CurrentHold | null
  /** Pays before the card does. Null if nothing was typed in this tab. */
  voucher: TypedVoucher | null
}

const UNVERIFIED = 'Failed to verify slot availability. Please try again.'

type Held = CurrentHold | PayFirst

/** Holds spots for the group if there are any and a card can be charged; otherwise says why not. */
export async function holdParty(chosen: Party): Promise<{ held: Held } | { problem: Problem }> {
  const { giftCode } = chosen.offer ?? chosen.earlier ?? {}
  const party = { ...chosen, voucher: chosen.voucher ?? (giftCode ? { typed: giftCode } : null) }
  try {
    const problem = (party.offer ? undefined : await refusalOfDate(party)) ?? (await refusalOfCards(party))
    return problem ? { problem } : { held: await hold(party) }
  } catch (error) {
    return { problem: toProblem(error) }
  }
}

async function hold({ session, date, details, offer, voucher }: Party): Promise<Held> {
  const { numberOfGuests, isPrivate } = details
  const body = { selectedDate: date, numberOfGuests, isPrivate }
  const held = offer ?? (await call(createHold, { body }, { as: session }))
  if ('holdId' in held) return voucher ? cover(held, voucher, { session, details }) : held
  if (voucher?.typed) throw new VoucherRefused(noVoucherNow(voucher, held, details))
  return held
}

/** Whoever owes nothing is not told to pay a deposit. */
function noVoucherNow({ covers }: TypedVoucher, spots: PayFirst, details: TripDetails): string {
  const { packageType, numberOfGuests } = details
  const { total } = quoteOf(spots, details)
  const isForAll = covers?.({ prices: spots, packageType, numberOfGuests }, total) === total
  if (!isForAll)
    return "Many people are booking right now, so we can't take a gift code for a few minutes. Leave it out and pay the deposit by card: it can pay your balance later."
  const { phone } = readSiteData().business
  return `Many people are booking right now. Try again in a few minutes${phone && `, or call ${phone}`}.`
}

/** Applies the voucher to the hold; releases a hold it can't be applied to. */
async function cover(
  hold: CurrentHold,
  voucher: TypedVoucher,
  { session, details }: Pick<Party, 'session' | 'details'>,
): Promise<CurrentHold> {
  try {
    const { redeem } = await import('../gift-vouchers/redeem-voucher.tsx')
    return { ...hold, covered: await redeem(voucher.typed, hold, details), giftCode: voucher.typed || undefined }
  } catch (error) {
    if (!hold.isOffer) void freeHold(session, hold.holdId)
    throw error
  }
}

async function refusalOfDate({ session, date, details, earlier }: Party): Promise<Problem | undefined> {
  const body = { selectedDate: date, numberOfGuests: details.numberOfGuests, holdId: earlier?.holdId }
  try {
    const { available, message } = await call(checkAvailability, { body }, { as: session, fallback: UNVERIFIED })
    return available ? undefined : { message, advice: callUs() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 401 ? { message: 'Please sign in to continue with your booking.' } : toProblem(error)
  }
}

async function refusalOfCards({ client, config, details, voucher }: Party): Promise<Problem | undefined> {
  if (quote(config, details.packageType, details.numberOfGuests).deposit === 0 || voucher?.typed) return undefined
  const { isConnected } = await client.fetchQuery(connectionStatusQuery)
  return isConnected ? undefined : { message: 'Payments not configured. Please try again later.', offersEnquiry: true }
}

function toProblem(error: unknown): Problem {
  if (error instanceof VoucherRefused) return { message: error.message, isAboutVoucher: true }
  if (error instanceof ApiError)
    return {
      message: error.message,
      ...(error.status === 409 && { advice: callUs() }),
      ...(error.code === 'no-answer' && { isUnsent: true }),
    }
  reportError(error)
  return { message: UNVERIFIED }
}
