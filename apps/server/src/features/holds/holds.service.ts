import { randomUUID } from 'node:crypto'
import type { Hold } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { isOversold } from '../../database/database-errors.ts'
import { type Db, inTransaction, lockDaysAndLapseHolds } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { lockActiveAccount } from '../accounts/lock-account.service.ts'
import { type OwnHold, refuseDate } from '../availability/availability.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { offerFreeSpots } from '../waitlist/waitlist.service.ts'
import { IDLE_LAPSES_REMEMBERED_MS, MAX_LIVE_HOLDS_A_NETWORK, waitAfterLapses } from './holds.rules.ts'
import {
  countLiveHolds,
  findHold,
  findPaymentInTheWay,
  findUnreleasedHold,
  listDatesWithLapses,
  listIdleLapses,
  lockNetwork,
  releaseHoldRow,
} from './holds.store.ts'

export interface Holds {
  /**
   * Holds spots for the configured time and freezes the prices. The user's earlier hold is replaced in the same
   * transaction; when the new one is refused, the old one stays as it was (docs/rules.md §2.5).
   * @throws AppError `date-not-bookable`, `not-enough-spots`, `payment-in-progress`, `hold-too-often`, `too-many-holds`
   */
  create(userId: number, wish: { selectedDate: TripDate; numberOfGuests: number }, network: string): Promise<Hold>
  /** Releases an own hold in any state. @throws AppError `hold-not-found` */
  release(userId: number, id: string): Promise<void>
  findOwn(userId: number, id: string): Promise<OwnHold | undefined>
  /** Writes down the holds that ran out, which announces their dates. */
  lapse(): Promise<void>
}

export function createHolds(deps: { db: Db; clock: Clock; limitsNetworks: boolean }): Holds {
  const { db, clock } = deps

  async function refuseHoarding(tx: Db, now: Date, userId: number, date: TripDate, network: string): Promise<void> {
    const lapses = await listIdleLapses(tx, userId, date, new Date(now.getTime() - IDLE_LAPSES_REMEMBERED_MS))
    const waitMs = waitAfterLapses(lapses, now)
    if (waitMs > 0) throw new AppError('hold-too-often', { retryAfterSeconds: waitMs / 1000 })
    if (deps.limitsNetworks && (await countLiveHolds(tx, now, network)) >= MAX_LIVE_HOLDS_A_NETWORK)
      throw new AppError('too-many-holds', { retryAfterSeconds: 60 })
  }

  async function placeHold(
    tx: Db,
    userId: number,
    wish: { selectedDate: TripDate; numberOfGuests: number },
    network: string,
  ): Promise<Hold> {
    const { selectedDate, numberOfGuests } = wish
    await lockActiveAccount(tx, userId)
    if (deps.limitsNetworks) await lockNetwork(tx, network)
    const earlier = await findUnreleasedHold(tx, userId)
    const now = await lockDaysAndLapseHolds(tx, clock, earlier ? [selectedDate, earlier.trip_date] : [selectedDate])
    if (await findPaymentInTheWay(tx, userId, selectedDate)) throw new AppError('payment-in-progress')
    if (earlier) await releaseHoldRow(tx, now, earlier.id)
    const own = earlier?.trip_date === selectedDate ? Math.min(earlier.number_of_guests, numberOfGuests) : 0
    await offerFreeSpots(tx, now, selectedDate, own)
    await refuseHoarding(tx, now, userId, selectedDate, network)

    const refusal = await refuseDate(tx, now, selectedDate, numberOfGuests)
    if (refusal) throw new AppError(refusal.code, { message: refusal.message })

    const config = await getConfig(tx)
    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + config.holdDurationMinutes * 60_000)
    await tx
      .insertInto('holds')
      .values({
        id,
        user_id: userId,
        trip_date: selectedDate,
        number_of_guests: numberOfGuests,
        deposit_per_guest_cents: config.depositPerGuest,
        standard_package_price_cents: config.standardPackagePrice,
        trophy_package_price_cents: config.trophyPackagePrice,
        duration_minutes: config.holdDurationMinutes,
        network,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    return { holdId: id, expiresAt, holdDurationMinutes: config.holdDurationMinutes }
  }

  return {
    async create(userId, wish, network) {
      try {
        return await inTransaction(db, clock, (tx) => placeHold(tx, userId, wish, network))
      } catch (error) {
        // The guard under the tables has the last word.
        if (isOversold(error)) throw new AppError('not-enough-spots', { cause: error })
        throw error
      }
    },

    async release(userId, id) {
      await inTransaction(db, clock, async (tx) => {
        const hold = await findHold(tx, userId, id)
        if (!hold) throw new AppError('hold-not-found')
        const now = await lockDaysAndLapseHolds(tx, clock, [hold.trip_date])
        // An offer stays until its own end: closing the dialog is no answer to it.
        if (hold.waitlist_entry_id === null) await releaseHoldRow(tx, now, id)
      })
    },

    async findOwn(userId, id) {
      const hold = await findHold(db, userId, id)
      const isLive = hold && !hold.consumed_at && !hold.released_at && hold.expires_at > clock.now()
      return isLive ? { selectedDate: hold.trip_date, numberOfGuests: hold.number_of_guests } : undefined
    },

    async lapse() {
      for (const date of await listDatesWithLapses(db, clock.now()))
        await inTransaction(db, clock, (tx) => lockDaysAndLapseHolds(tx, clock, [date]))
    },
  }
}
