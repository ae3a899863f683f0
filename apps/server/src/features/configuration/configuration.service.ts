import { type StrandedDay, setSeason } from '@arcadia/contract/admin/configuration'
import type { DayRules } from '@arcadia/contract/availability'
import { type BookingConfig, FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { venueDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import type { Base } from '../../base.ts'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { changesOf } from '../audit-log/audit-log.writes.ts'
import { firstSeason, strandedBy } from './configuration.rules.ts'
import {
  getConfigRow,
  insertConfig,
  listClaimedDays,
  type OpeningDay,
  readOpeningDay,
  updateCardsAreReal,
} from './configuration.store.ts'
import { changeConfig, toWire } from './configuration.writes.ts'
import { toConfig } from './to-config.ts'

/** The current configuration; pass a transaction to read in it. */
export async function getConfig(db: Db): Promise<BookingConfig> {
  return toConfig(await getConfigRow(db))
}

/** When an owner opened, or opens; null if that was never said. The simulator and the sandbox don't wait for it. */
export const getOpeningDay = (db: Db): Promise<OpeningDay> => readOpeningDay(db)

/** On first run, stores the fallback values with the next season's dates; at each start, whether guests wait for the opening. */
export async function seedConfig(db: Db, clock: Clock, environment: Base['environment']): Promise<void> {
  await inTransaction(db, clock, async (tx, now) => {
    const season = firstSeason(venueDate(now))
    await insertConfig(tx, now, { ...FALLBACK_CONFIG, seasonStart: season.start, seasonEnd: season.end })
    await updateCardsAreReal(tx, environment === 'production')
  })
}

/** Two may each have moved one end of it. */
function refuseSeason({ seasonStart, seasonEnd }: BookingConfig): void {
  const { error } = z.safeParse(setSeason.body, { seasonStart, seasonEnd })
  const [wrong] = error?.issues ?? []
  if (wrong) throw new AppError('invalid-input', { message: wrong.message, path: wrong.path.join('.') })
}

export function createConfiguration({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Saves the given settings. Open calendars are notified, and the waitlist's sweep offers spots that opened up. */
    change: (user: SignedIn, form: SentForm<Partial<BookingConfig>>): Promise<BookingConfig> =>
      inTransaction(db, clock, (tx, now) =>
        changeConfig(tx, now, user.id, async (current) => {
          const given = await changesOf(tx, user, form, { kind: 'configuration' }, toWire(current))
          refuseSeason({ ...current, ...given })
          return given
        }),
      ),

    /** Days from today on that a change would strand. */
    async findStranded(next: DayRules): Promise<StrandedDay[]> {
      const now = clock.now()
      const config = await getConfig(db)
      const days = await listClaimedDays(db, venueDate(now), now)
      return days.flatMap(({ date, booked, held, groups, bookings }) => {
        const reason = strandedBy(config, next, date, { booked, held, groups })
        return reason ? [{ date, reason, bookings, heldSpots: held }] : []
      })
    },
  }
}
