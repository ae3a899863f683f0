import { formatMoment } from '@arcadia/contract/trip-date'
import type { House } from '../checks/settings-checks.ts'
import { HOUR_MS } from '../clock.ts'
import type { Check } from '../feature.ts'
import { findLastBackup } from './last-backup.store.ts'

/** A daily one has then been missed for an hour. */
const MISSED_AFTER_MS = 25 * HOUR_MS

/** Only where money is real: nobody misses a trial (docs/rules.md §12.8). */
export const backupCheck = ({ db, clock, isForReal }: Omit<House, 'config'>): Check => ({
  name: 'backup',
  async look() {
    const takenAt = await findLastBackup(db)
    const isMissed = !takenAt || clock.now().getTime() - takenAt.getTime() > MISSED_AFTER_MS
    const last = takenAt ? `the last one is of ${formatMoment(takenAt)}` : 'none yet'
    return {
      about: `backup: ${last}`,
      problems: !isForReal || !isMissed ? [] : [takenAt ? `no backup since ${formatMoment(takenAt)}` : 'no backup yet'],
    }
  },
  remedy: 'Run npm run backup once a day; docs/operations.md, "Data and backup".',
  stopsOpening: true,
  alarm: {},
})
