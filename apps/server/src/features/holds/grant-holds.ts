import type { DayClaims } from '@arcadia/contract/availability'
import { type PrivateMorning, pricesFor, RIDER_PRICE } from '@arcadia/contract/configuration'
import { type CurrentHold, PAY_FIRST_MESSAGE, type PayFirst, type Spots } from '@arcadia/contract/holds'
import { privateMorningFor } from '@arcadia/contract/private-mornings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { claimsOfDay, countOpenSpots, refusalOf } from '../availability/availability.service.ts'
import { toConfig } from '../configuration/to-config.ts'
import { type Claim, enterForHolds, type WantedFacts, type WantedHold } from './holds.store.ts'
import { lockUnpaidLimit, type NewHold, placeHolds, releaseHolds } from './holds.writes.ts'
import { limitUnpaid } from './unpaid-claims.rules.ts'

export interface GrantDeps {
  /** Offers the day's free spots to its waitlist, except `kept`, which belongs to its customer. */
  offerFreeSpots(tx: Db, now: Date, day: TripDate, kept: { customer: number; spots: number }): Promise<void>
}

/** To be asked once the transaction has committed. @throws AppError if the hold was refused */
type Outcome = () => CurrentHold | PayFirst

interface Locked {
  days: readonly TripDate[]
  /** Each active customer's earlier hold. */
  earlier: ReadonlyMap<number, string | null>
  /** Whether nothing else is in the transaction. */
  isAlone: boolean
}

/** Decides about new holds under their locks, in order, and writes them. Skips a hold whose day has a waitlist: that one is retried in its own transaction. */
export async function grantHolds(
  tx: Db,
  now: Date,
  deps: GrantDeps,
  { days, earlier, isAlone }: Locked,
  allWanted: readonly WantedHold[],
): Promise<Map<WantedHold, Outcome>> {
  const outcomes = new Map<WantedHold, Outcome>()
  const asked = allWanted.map((wanted) => ({ ...wanted, earlier: earlier.get(wanted.userId) ?? null }))
  const { config: row, claims, facts, unpaid, booked } = await enterForHolds(tx, now, days, asked)
  const config = toConfig(row)
  const { holdDurationMinutes } = config
  const expiresAt = new Date(now.getTime() + holdDurationMinutes * MINUTE_MS)
  let limit = limitUnpaid(unpaid ?? [], unpaid ? countOpenSpots(now, config, booked ?? {}) : 0)
  const replaced: string[] = []
  const granted: (NewHold & { wanted: WantedHold })[] = []
  for (const [index, wanted] of allWanted.entries()) {
    const { userId, day, guests, isPrivate, network, pressKey, addsTo } = wanted
    const known = facts[index]!
    const prices = addsTo?.prices ?? pricesFor(config, known.isTest)
    const others = withoutEarlier(claims, userId, known)
    const claimed = claimsOn(others, day, userId)
    const privateMorning = isPrivate ? privateMorningFor(config, claimed, guests) : undefined
    const whyNot = (claimed: DayClaims) =>
      refusalOf(day, now, config, claimed, guests, {
        beforeOpening: known.isTest,
        isPrivate,
        joins: addsTo !== undefined,
      })
    const refusal = refuse(known, earlier.has(userId)) ?? whyNot(claimed) ?? refuseUnsold(isPrivate, privateMorning)
    if (refusal) {
      outcomes.set(wanted, () => {
        throw refusal
      })
      continue
    }
    if (known.isWaitedFor) {
      if (!isAlone) continue
      const refusedNow = whyNot(await offer(tx, now, deps, wanted, known))
      // Throwing rolls back the offers too.
      if (refusedNow) throw refusedNow
      // The offers count as well.
      if (unpaid) limit = await lockUnpaidLimit(tx, now, config)
    } else if (known.earlier) replaced.push(known.earlier.id)
    claims.splice(0, claims.length, ...others)
    if (network !== null && !known.hasPaid) {
      const claimant = { customer: userId, network, email: known.email }
      const replacing = ({ held, ended }: { held: number; ended: number }) => ({
        held: privateMorning?.spots ?? guests,
        ended: Math.max(ended, held),
      })
      if (!limit.mayKeep(claimant, replacing)) {
        const spots = toSpots(wanted, prices, privateMorning)
        outcomes.set(wanted, () => ({ payFirst: true, message: PAY_FIRST_MESSAGE, ...spots }))
        continue
      }
    }
    const promised = { prices, privateMorning, addsTo: addsTo?.bookingId }
    granted.push({ wanted, userId, day, guests, ...promised, expiresAt, network, pressKey })
    const [heldUntil, alone] = [expiresAt.toISOString(), privateMorning !== undefined]
    claims.push({ day, customer: userId, booked: 0, held: guests, heldUntil, isPrivate: alone })
  }
  if (replaced.length > 0) await releaseHolds(tx, now, replaced)
  const ids = granted.length > 0 ? await placeHolds(tx, now, granted) : []
  for (const [index, { wanted, prices, privateMorning }] of granted.entries()) {
    const spots = toSpots(wanted, prices, privateMorning)
    outcomes.set(wanted, () => ({ holdId: ids[index]!, expiresAt, holdDurationMinutes, ...spots }))
  }
  return outcomes
}

/** Why a customer may not hold anything right now. */
function refuse({ isPaying }: WantedFacts, isActive: boolean) {
  if (!isActive) return new AppError('unauthorized')
  return isPaying ? new AppError('payment-in-progress') : undefined
}

/** The owner no longer offers it, or nobody else could book anyway. */
const refuseUnsold = (isPrivate = false, sold: PrivateMorning | undefined) =>
  isPrivate && !sold ? new AppError('not-private') : undefined

/** Offers the day to its waitlist before a new hold, except spots the customer already holds there. Returns the claims after that. */
async function offer(
  tx: Db,
  now: Date,
  { offerFreeSpots }: GrantDeps,
  wanted: WantedHold,
  { earlier }: WantedFacts,
): Promise<DayClaims> {
  const { userId, day, guests } = wanted
  if (earlier) await releaseHolds(tx, now, [earlier.id])
  const spots = earlier?.day === day ? Math.min(earlier.guests, guests) : 0
  await offerFreeSpots(tx, now, day, { customer: userId, spots })
  return claimsOfDay(tx, now, day, userId)
}

/** As `placeHolds` writes them. */
function toSpots(
  { day, guests }: WantedHold,
  frozen: NewHold['prices'],
  privateMorning: PrivateMorning | undefined,
): Spots {
  const { depositPerGuest, standardPackagePrice, trophyPackagePrice } = frozen
  const prices = { depositPerGuest, standardPackagePrice, trophyPackagePrice, riderPrice: RIDER_PRICE, privateMorning }
  return { selectedDate: day, numberOfGuests: guests, ...prices, isOffer: false }
}

function withoutEarlier(claims: readonly Claim[], customer: number, { earlier }: WantedFacts): Claim[] {
  const own =
    earlier &&
    claims.findIndex(
      ({ customer: whose, day, held, heldUntil }) =>
        whose === customer && day === earlier.day && held === earlier.guests && heldUntil === earlier.expiresAt,
    )
  return claims.filter((_, index) => index !== own)
}

function claimsOn(all: readonly Claim[], day: TripDate, customer: number): DayClaims {
  const claims = all.filter((claim) => claim.day === day)
  const sum = (counted: readonly Claim[]) => counted.reduce((total, { booked, held }) => total + booked + held, 0)
  const alone = claims.filter(({ isPrivate }) => isPrivate)
  const ends = claims.flatMap(({ heldUntil }) => (heldUntil ? [new Date(heldUntil).getTime()] : []))
  return {
    booked: claims.reduce((total, { booked }) => total + booked, 0),
    held: claims.reduce((total, { held }) => total + held, 0),
    own: sum(claims.filter((claim) => claim.customer === customer)),
    heldUntil: ends.length > 0 ? new Date(Math.min(...ends)) : undefined,
    privately: alone.some(({ booked }) => booked > 0) ? 'BOOKED' : alone.length > 0 ? 'HELD' : undefined,
  }
}
