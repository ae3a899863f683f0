import type { Hold } from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inDayTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { claimsOfDay, type OwnHold, refusalOf, refusedByGuard } from '../availability/availability.service.ts'
import { toConfig } from '../configuration/configuration.service.ts'
import { MAX_LIVE_HOLDS_A_NETWORK, waitAfterExpiries } from './holds.rules.ts'
import { enterForHold, findHold, type HoldFacts, listDatesToExpire, lockForHold } from './holds.store.ts'
import { lockHold, placeHold, releaseHold } from './place-hold.service.ts'

export function createHolds(deps: {
  db: Db
  clock: Clock
  limitsNetworks: boolean
  /** Offers the day's free spots to those who wait for it. What is kept already belongs to its customer. */
  offerFreeSpots(tx: Db, now: Date, day: TripDate, kept: { customer: number; spots: number }): Promise<void>
}) {
  const { db, clock } = deps

  function refuseHoarding({ idleExpiries, liveInNetwork }: Omit<HoldFacts, 'config'>, now: Date): void {
    const waitMs = waitAfterExpiries(idleExpiries, now)
    if (waitMs > 0) throw new AppError('hold-too-often', { retryAfterSeconds: waitMs / 1000 })
    if (deps.limitsNetworks && liveInNetwork >= MAX_LIVE_HOLDS_A_NETWORK)
      throw new AppError('too-many-holds', { retryAfterSeconds: 60 })
  }

  /** Takes three statements when nobody waits for the day; `holds.test.ts` counts them. */
  async function replaceHold(tx: Db, userId: number, day: TripDate, guests: number, network: string): Promise<Hold> {
    const earlier = await lockForHold(tx, userId, day, deps.limitsNetworks ? network : null)
    if (!earlier) throw new AppError('unauthorized')
    const now = clock.now()
    const { config: row, ...facts } = await enterForHold(tx, now, { userId, day, network, earlier })
    if (facts.isPaying) throw new AppError('payment-in-progress')
    if (facts.isWaitedFor)
      await deps.offerFreeSpots(tx, now, day, {
        customer: userId,
        spots: earlier.day === day ? Math.min(earlier.guests, guests) : 0,
      })
    refuseHoarding(facts, now)
    const config = toConfig(row)
    const claims = facts.isWaitedFor ? await claimsOfDay(tx, now, day, userId) : facts.claims
    const refusal = refusalOf(day, now, config, claims, guests)
    if (refusal) throw new AppError(refusal.code, { message: refusal.message })

    const { holdDurationMinutes } = config
    const expiresAt = new Date(now.getTime() + holdDurationMinutes * 60_000)
    const holdId = await placeHold(tx, now, { userId, day, guests, prices: config, expiresAt, network })
    return { holdId, expiresAt, holdDurationMinutes }
  }

  return {
    /**
     * Holds spots for the configured time and freezes the prices. The user's earlier hold is replaced in the same
     * transaction; when the new one is refused, the old one stays as it was (docs/rules.md §2.5).
     * @throws AppError `date-not-bookable`, `not-enough-spots`, `payment-in-progress`, `hold-too-often`, `too-many-holds`
     */
    async create(
      userId: number,
      { selectedDate, numberOfGuests }: { selectedDate: TripDate; numberOfGuests: number },
      network: string,
    ): Promise<Hold> {
      try {
        return await inDayTransaction(db, (tx) => replaceHold(tx, userId, selectedDate, numberOfGuests, network))
      } catch (error) {
        throw refusedByGuard(error) ?? error
      }
    },

    /** Releases an own hold in any state. @throws AppError `hold-not-found` */
    async release(userId: number, id: string): Promise<void> {
      await inDayTransaction(db, async (tx) => {
        const locked = await lockHold(tx, clock, userId, id)
        if (!locked) throw new AppError('hold-not-found')
        // An offer lasts until its own end, because closing the dialog is not an answer to it.
        if (locked.hold.waitlist_entry_id === null) await releaseHold(tx, locked.now, id)
      })
    },

    async findOwn(userId: number, id: string): Promise<OwnHold | undefined> {
      const hold = await findHold(db, userId, id)
      const isLive = hold && !hold.consumed_at && !hold.released_at && hold.expires_at > clock.now()
      return isLive ? { selectedDate: hold.trip_date, numberOfGuests: hold.number_of_guests } : undefined
    },

    /** Writes down the holds that ran out: to enter a hold's day expires it, and the database announces the date (migration 0006). */
    async expireDue(): Promise<void> {
      for (const date of await listDatesToExpire(db, clock.now()))
        await inDayTransaction(db, (tx) => lockDays(tx, clock, [date]))
    },
  }
}
