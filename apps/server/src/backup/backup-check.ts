import { portal } from '@arcadia/contract/addresses'
import { formatMoment } from '@arcadia/contract/trip-date'
import type { House } from '../checks/settings-checks.ts'
import { HOUR_MS } from '../clock.ts'
import type { Check } from '../feature.ts'
import { findLastBackup } from './last-backup.writes.ts'

/** Where an owner sees why, and makes one. */
export const BACKUPS_PAGE = { for: 'owner', label: 'See backups', to: portal.configuration.backups.href() } as const

/** A daily one has then been missed for an hour. */
const MISSED_AFTER_MS = 25 * HOUR_MS

/** Whether a day went by without a backup. One from a clock that was ahead counts as none. */
export const isMissed = (takenAt: Date, now: Date): boolean =>
  now.getTime() - takenAt.getTime() > MISSED_AFTER_MS || takenAt.getTime() - now.getTime() > HOUR_MS

/** Only where money is real: nobody misses a trial (docs/rules.md §12.8). */
export const backupCheck = ({ db, clock, isForReal }: Omit<House, 'config'>): Check => ({
  name: 'backup',
  async look() {
    const takenAt = await findLastBackup(db)
    const last = takenAt ? `the last one was made ${formatMoment(takenAt)}` : 'none yet'
    return {
      about: `backup: ${last}`,
      problems:
        !isForReal || (takenAt && !isMissed(takenAt, clock.now()))
          ? []
          : [takenAt ? `no backup since ${formatMoment(takenAt)}` : 'no backup yet'],
    }
  },
  remedy: 'Press Back up now under Configuration, Backups; docs/operations.md, "Data and backup".',
  stopsOpening: true,
  alarm: { remedy: BACKUPS_PAGE },
})
