import type { DayClaims } from '@arcadia/contract/availability'
import { type BookingConfig, RIDER_PRICE } from '@arcadia/contract/configuration'
import { type CurrentHold, PAY_FIRST_MESSAGE, type PayFirst, type Spots } from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import { ALL, type Announcements } from '../../database/announcements.ts'
import { inBatches, type Job } from '../../database/in-batches.ts'
import { commitsSoFar, type Db, inDayTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import {
  claimsOfDay,
  countOpenSpots,
  type OwnHold,
  refusalOf,
  refuseByGuard,
} from '../availability/availability.service.ts'
import { toConfig } from '../configuration/configuration.service.ts'
import type { HoldRow } from './current-hold.ts'
import {
  type Claim,
  enterForHolds,
  enterToRelease,
  findHold,
  forgetUnpaidEnds,
  listDatesToExpire,
  lockForHolds,
  type Release,
  type WantedFacts,
  type WantedHold,
} from './holds.store.ts'
import { findHoldOfPress, lockUnpaidLimit, type NewHold, placeHolds, releaseHolds } from './place-hold.service.ts'
import { ENDED_COUNTS_MS, limitUnpaid } from './unpaid-claims.rules.ts'

/** How long a 'full' answer is cached, in case the notification of a free spot is lost. */
const REFUSED_FROM_MEMORY_MS = 100
/** After this time one request refreshes the cache, so a crowd doesn't hit the database when it expires. */
const ASKED_AGAIN_AFTER_MS = 50

interface HoldJob extends Job {
  wanted?: WantedHold
  release?: Release
}

type WhyNot = (guests: number) => AppError | undefined

interface Refused {
  at: number
  commits: number
  isAskedAgain: boolean
  customers: Set<number>
  whyNot: WhyNot
}

export function createHolds(
  deps: Pick<Base, 'db' | 'clock' | 'limitsNetworks'> & {
    announcements: Pick<Announcements, 'on'>
    /** Offers the day's free spots to its waitlist, except `kept`, which belongs to its customer. */
    offerFreeSpots(tx: Db, now: Date, day: TripDate, kept: { customer: number; spots: number }): Promise<void>
  },
) {
  const { db, clock } = deps
  const inNextBatch = inBatches((jobs: readonly HoldJob[]) =>
    inDayTransaction(db, (tx) => serve(tx, jobs), { isAboutHolds: true }),
  )
  /** Cache of days that were just full. It only refuses; spots are never sold from it. */
  const refused = new Map<TripDate, Refused>()
  deps.announcements.on('availability', (day) => (day === ALL ? refused.clear() : refused.delete(day)))

  function refuseFromMemory(customer: number, day: TripDate, guests: number): void {
    const last = refused.get(day)
    if (!last || last.customers.has(customer) || last.commits !== commitsSoFar().besidesHolds) return
    const age = Math.abs(clock.now().getTime() - last.at)
    if (age >= REFUSED_FROM_MEMORY_MS) return
    if (age >= ASKED_AGAIN_AFTER_MS && !last.isAskedAgain) {
      last.isAskedAgain = true
      return
    }
    const refusal = last.whyNot(guests)
    if (refusal?.code === 'not-enough-spots') throw refusal
  }

  /** Serves the requests that queued during the previous batch: releases first, then holds in order of arrival. */
  async function serve(
    tx: Db,
    jobs: readonly HoldJob[],
  ): Promise<((() => CurrentHold | PayFirst | undefined) | undefined)[]> {
    const allWanted = jobs.flatMap(({ wanted }) => wanted ?? [])
    const releases = jobs.flatMap(({ release }) => release ?? [])
    const { days, earlier, own } = await lockForHolds(tx, allWanted, releases)
    const now = clock.now()
    if (releases.length > 0) await enterToRelease(tx, now, days, own)
    const held =
      allWanted.length > 0
        ? await hold(tx, now, days, allWanted, earlier, jobs.length === 1)
        : new Map<WantedHold, () => CurrentHold | PayFirst>()
    return jobs.map(({ wanted, release }) => {
      if (wanted) return held.get(wanted)
      return () => {
        for (const day of days) refused.delete(day)
        if (!own.includes(release!.id)) throw new AppError('hold-not-found')
        return undefined
      }
    })
  }

  /** The outcome of each request. Skips a hold whose day has a waitlist: that one is retried in its own transaction. */
  async function hold(
    tx: Db,
    now: Date,
    days: readonly TripDate[],
    allWanted: readonly WantedHold[],
    earlier: ReadonlyMap<number, string | null>,
    isAlone: boolean,
  ): Promise<Map<WantedHold, () => CurrentHold | PayFirst>> {
    const outcomes = new Map<WantedHold, () => CurrentHold | PayFirst>()
    const asked = allWanted.map((wanted) => ({ ...wanted, earlier: earlier.get(wanted.userId) ?? null }))
    const { config: row, claims, facts, unpaid, booked } = await enterForHolds(tx, now, days, asked)
    const config = toConfig(row)
    const { holdDurationMinutes } = config
    const expiresAt = new Date(now.getTime() + holdDurationMinutes * MINUTE_MS)
    let limit = limitUnpaid(unpaid ?? [], unpaid ? countOpenSpots(now, config, booked ?? {}) : 0)
    const replaced: string[] = []
    const granted: (NewHold & { wanted: WantedHold })[] = []
    for (const [index, wanted] of allWanted.entries()) {
      const { userId, day, guests, network, pressKey } = wanted
      const known = facts[index]!
      const others = withoutEarlier(claims, userId, known)
      const whyNot = (claimed: DayClaims, party: number) => refusalOf(day, now, config, claimed, party)
      const refusal = refuse(known, earlier.has(userId)) ?? whyNot(claimsOn(others, day, userId), guests)
      if (refusal) {
        outcomes.set(wanted, () => {
          const ofDay = claims.filter((claim) => claim.day === day)
          if (refusal.code === 'not-enough-spots')
            refused.set(day, {
              at: now.getTime(),
              commits: commitsSoFar().besidesHolds,
              isAskedAgain: false,
              customers: new Set(ofDay.map(({ customer }) => customer)),
              whyNot: once((party) => whyNot(claimsOn(ofDay, day), party)),
            })
          throw refusal
        })
        continue
      }
      if (known.isWaitedFor) {
        if (!isAlone) continue
        const refusedNow = whyNot(await offer(tx, now, wanted, known), guests)
        // Throwing rolls back the offers too.
        if (refusedNow) throw refusedNow
        // The offers count as well.
        if (unpaid) limit = await lockUnpaidLimit(tx, now, config)
      } else if (known.earlier) replaced.push(known.earlier.id)
      claims.splice(0, claims.length, ...others)
      if (network !== null && !known.hasPaid) {
        const claimant = { customer: userId, network, email: known.email }
        const replacing = ({ held, ended }: { held: number; ended: number }) => ({
          held: guests,
          ended: Math.max(ended, held),
        })
        if (!limit.mayKeep(claimant, replacing)) {
          outcomes.set(wanted, () => ({ payFirst: true, message: PAY_FIRST_MESSAGE, ...toSpots(wanted, config) }))
          continue
        }
      }
      granted.push({ wanted, userId, day, guests, prices: config, expiresAt, network, pressKey })
      claims.push({ day, customer: userId, booked: 0, held: guests, heldUntil: expiresAt.toISOString() })
    }
    if (replaced.length > 0) await releaseHolds(tx, now, replaced)
    const ids = granted.length > 0 ? await placeHolds(tx, now, granted) : []
    for (const [index, { wanted }] of granted.entries())
      outcomes.set(wanted, () => ({ holdId: ids[index]!, expiresAt, holdDurationMinutes, ...toSpots(wanted, config) }))
    return outcomes
  }

  /** Why a customer may not hold anything right now. */
  function refuse({ isPaying }: WantedFacts, isActive: boolean) {
    if (!isActive) return new AppError('unauthorized')
    return isPaying ? new AppError('payment-in-progress') : undefined
  }

  /** Offers the day to its waitlist before a new hold, except spots the customer already holds there. Returns the claims after that. */
  async function offer(tx: Db, now: Date, wanted: WantedHold, { earlier }: WantedFacts): Promise<DayClaims> {
    const { userId, day, guests } = wanted
    if (earlier) await releaseHolds(tx, now, [earlier.id])
    const spots = earlier?.day === day ? Math.min(earlier.guests, guests) : 0
    await deps.offerFreeSpots(tx, now, day, { customer: userId, spots })
    return claimsOfDay(tx, now, day, userId)
  }

  return {
    /**
     * Holds spots for the configured time and freezes the prices. The user's earlier hold is replaced in the same
     * transaction; when the new one is refused, the old one stays as it was (docs/rules.md §2.5). Where too many spots are
     * kept by people who haven't paid, nothing is held, and the customer pays first (docs/rules.md §2.9).
     * @throws AppError `date-not-bookable`, `not-enough-spots`, `payment-in-progress`
     */
    async create(
      userId: number,
      { selectedDate, numberOfGuests }: { selectedDate: TripDate; numberOfGuests: number },
      network: string,
    ): Promise<CurrentHold | PayFirst> {
      refuseFromMemory(userId, selectedDate, numberOfGuests)
      const counted = deps.limitsNetworks ? network : null
      const wanted = { userId, day: selectedDate, guests: numberOfGuests, network: counted }
      const keys = [`customer ${userId}`]
      return (await inNextBatch({ keys, subject: selectedDate, wanted }).catch(refuseByGuard))!
    },

    /**
     * Holds spots for a payment that comes without a hold, in its transaction, by the same rules except for the limits; a
     * repeated press gets its first hold. Takes the locks, so it comes before the transaction's first write
     * (docs/rules.md §2.9).
     * @throws AppError as `create`
     */
    async holdForPress(
      tx: Db,
      press: { userId: number; day: TripDate; guests: number; pressKey: string },
    ): Promise<{ now: Date; hold: HoldRow }> {
      const { userId, pressKey } = press
      const wanted = { ...press, network: null }
      const { days, earlier } = await lockForHolds(tx, [wanted], [])
      const now = clock.now()
      const ofPress = () => findHoldOfPress(tx, userId, pressKey)
      const repeated = await ofPress()
      if (repeated) return { now, hold: repeated }
      const outcomes = await hold(tx, now, days, [wanted], earlier, true)
      outcomes.get(wanted)!()
      return { now, hold: (await ofPress())! }
    },

    /** Releases an own hold in any state. @throws AppError `hold-not-found` */
    async release(userId: number, id: string): Promise<void> {
      await inNextBatch({ keys: [`customer ${userId}`], release: { userId, id } })
    },

    async findOwn(userId: number, id: string): Promise<OwnHold | undefined> {
      const hold = await findHold(db, userId, id)
      const isLive = hold && !hold.consumed_at && !hold.released_at && hold.expires_at > clock.now()
      return isLive ? { selectedDate: hold.trip_date, numberOfGuests: hold.number_of_guests } : undefined
    },

    /**
     * Releases overdue holds. Locking a day does it in SQL (`enter_day`, migrations/functions/guard.sql), and a trigger there
     * announces the date.
     */
    async expireDue(): Promise<void> {
      for (const date of await listDatesToExpire(db, clock.now()))
        await inDayTransaction(db, (tx) => lockDays(tx, clock, [date]))
    },

    /** Deletes what no longer counts. */
    forgetUnpaidEnds: () => forgetUnpaidEnds(db, new Date(clock.now().getTime() - ENDED_COUNTS_MS)),
  }
}

/** As `placeHolds` writes them. */
function toSpots({ day, guests }: WantedHold, config: BookingConfig): Spots {
  const { depositPerGuest, standardPackagePrice, trophyPackagePrice } = config
  const prices = { depositPerGuest, standardPackagePrice, trophyPackagePrice, riderPrice: RIDER_PRICE }
  return { selectedDate: day, numberOfGuests: guests, ...prices, isOffer: false }
}

/** Memoized per group size, because formatting the message is the slowest part. */
function once(whyNot: WhyNot): WhyNot {
  const known = new Map<number, ReturnType<WhyNot>>()
  return (guests) => {
    if (!known.has(guests)) known.set(guests, whyNot(guests))
    return known.get(guests)
  }
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

function claimsOn(all: readonly Claim[], day: TripDate, customer?: number): DayClaims {
  const claims = all.filter((claim) => claim.day === day)
  const sum = (counted: readonly Claim[]) => counted.reduce((total, { booked, held }) => total + booked + held, 0)
  const ends = claims.flatMap(({ heldUntil }) => (heldUntil ? [new Date(heldUntil).getTime()] : []))
  return {
    booked: claims.reduce((total, { booked }) => total + booked, 0),
    held: claims.reduce((total, { held }) => total + held, 0),
    own: sum(claims.filter((claim) => claim.customer === customer)),
    heldUntil: ends.length > 0 ? new Date(Math.min(...ends)) : undefined,
  }
}
