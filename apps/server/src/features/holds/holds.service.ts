import type { CurrentHold, PayFirst } from '@arcadia/contract/holds'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { inBatches, type Job } from '../../database/in-batches.ts'
import { type Db, inDayTransaction, lockDays } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseByGuard } from '../availability/availability.service.ts'
import { type HoldRow, toCurrentHold } from './current-hold.ts'
import { type GrantDeps, grantHolds } from './grant-holds.ts'
import { enterToRelease, listDatesToExpire, lockForHolds, type Release, type WantedHold } from './holds.store.ts'
import { findHoldOfPress } from './holds.writes.ts'

interface HoldJob extends Job {
  wanted?: WantedHold
  release?: Release
}

export function createHolds(deps: Pick<Base, 'db' | 'clock' | 'limitsNetworks'> & GrantDeps) {
  const { db, clock } = deps
  const inNextBatch = inBatches((jobs: readonly HoldJob[]) =>
    inDayTransaction(db, (tx) => serve(tx, deps, jobs), { isAboutHolds: true }),
  )

  return {
    /**
     * Holds spots for the configured time and freezes the prices. The user's earlier hold is replaced in the same
     * transaction; when the new one is refused, the old one stays as it was (docs/rules.md §2.5). Where too many spots are
     * kept by people who haven't paid, nothing is held, and the customer pays first (docs/rules.md §2.9).
     * @throws AppError `date-not-bookable`, `not-enough-spots`, `not-private`, `payment-in-progress`
     */
    async create(
      userId: number,
      {
        selectedDate,
        numberOfGuests,
        isPrivate,
      }: { selectedDate: TripDate; numberOfGuests: number; isPrivate?: boolean },
      network: string,
    ): Promise<CurrentHold | PayFirst> {
      const counted = deps.limitsNetworks ? network : null
      const wanted = { userId, day: selectedDate, guests: numberOfGuests, isPrivate, network: counted }
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
      press: { userId: number; day: TripDate; guests: number; isPrivate?: boolean | undefined; pressKey: string },
    ): Promise<{ now: Date; hold: HoldRow }> {
      const { userId, pressKey } = press
      const wanted = { ...press, network: null }
      const { days, earlier } = await lockForHolds(tx, [wanted], [])
      const now = clock.now()
      const ofPress = () => findHoldOfPress(tx, userId, pressKey)
      const repeated = await ofPress()
      if (repeated) return { now, hold: repeated }
      const outcomes = await grantHolds(tx, now, deps, { days, earlier, isAlone: true }, [wanted])
      outcomes.get(wanted)!()
      return { now, hold: (await ofPress())! }
    },

    /**
     * Holds a spot for an angler who joins a booking, in the caller's transaction and by the rules of any hold; a repeated press
     * gets its first hold. Takes the locks, so it comes before the transaction's first write (docs/rules.md §2.38).
     * @param read the booking and its prices, read with its day locked
     * @throws AppError as `create`
     */
    async holdToAdd(
      tx: Db,
      { userId, day, network, pressKey }: { userId: number; day: TripDate; network: string | null; pressKey?: string },
      read: (now: Date) => Promise<NonNullable<WantedHold['addsTo']>>,
    ): Promise<{ now: Date; held: CurrentHold | PayFirst }> {
      const spot = { userId, day, guests: 1, network: deps.limitsNetworks ? network : null, pressKey }
      const { days, earlier } = await lockForHolds(tx, [spot], [])
      const now = await lockDays(tx, clock, days)
      const repeated = pressKey === undefined ? undefined : await findHoldOfPress(tx, userId, pressKey)
      if (repeated) return { now, held: toCurrentHold(repeated) }
      const wanted = { ...spot, addsTo: await read(now) }
      const outcomes = await grantHolds(tx, now, deps, { days, earlier, isAlone: true }, [wanted])
      return { now, held: outcomes.get(wanted)!() }
    },

    /** Releases an own hold in any state. @throws AppError `hold-not-found` */
    async release(userId: number, id: string): Promise<void> {
      await inNextBatch({ keys: [`customer ${userId}`], release: { userId, id } })
    },

    /**
     * Releases overdue holds. Locking a day does it in SQL (`enter_day`, migrations/functions/guard.sql), and a trigger there
     * announces the date.
     */
    async expireDue(): Promise<void> {
      for (const date of await listDatesToExpire(db, clock.now()))
        await inDayTransaction(db, (tx) => lockDays(tx, clock, [date]))
    },
  }
}

/** Serves the requests that queued during the previous batch: releases first, then holds in order of arrival. */
async function serve(
  tx: Db,
  deps: Pick<Base, 'clock'> & GrantDeps,
  jobs: readonly HoldJob[],
): Promise<((() => CurrentHold | PayFirst | undefined) | undefined)[]> {
  const allWanted = jobs.flatMap(({ wanted }) => wanted ?? [])
  const releases = jobs.flatMap(({ release }) => release ?? [])
  const { days, earlier, own } = await lockForHolds(tx, allWanted, releases)
  const now = deps.clock.now()
  if (releases.length > 0) await enterToRelease(tx, now, days, own)
  const held =
    allWanted.length > 0
      ? await grantHolds(tx, now, deps, { days, earlier, isAlone: jobs.length === 1 }, allWanted)
      : new Map<WantedHold, () => CurrentHold | PayFirst>()
  return jobs.map(({ wanted, release }) => {
    if (wanted) return held.get(wanted)
    return () => {
      if (!own.includes(release!.id)) throw new AppError('hold-not-found')
      return undefined
    }
  })
}
