import * as calls from '@arcadia/contract/admin/backups'
import { BACKUPS_PAGE } from '../../backup/backup-check.ts'
import type { Check, Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createBackups } from './backups.service.ts'
import { type BackupRow, forgetSecret, getSettings, listBackups } from './backups.store.ts'
import { createMakingBackups, type Deps } from './make-backups.service.ts'
import { createRecoveryKeys } from './recovery-keys.service.ts'
import { createSecondPlace } from './second-place.service.ts'

export function backupsFeature(deps: Deps & Parameters<typeof createSecondPlace>[0]) {
  const { ownerUrl } = deps
  const backups = createBackups(deps)
  const keys = createRecoveryKeys(deps)
  const place = createSecondPlace(deps)
  // Only a server has the owner's address; the doctor and other commands make none.
  const making = ownerUrl === undefined ? undefined : createMakingBackups({ ...deps, ownerUrl })

  return {
    name: 'backups',
    api: {},
    endpoints: [
      serve(calls.getBackups, () => backups.state()),
      serve(calls.backUpNow, () => backups.backUpNow()),
      serve(calls.makeRecoveryKey, ({ user }) => keys.make(user.id)),
      serve(calls.tryRecoveryKey, ({ body }) => keys.try(body.key)),
      serve(calls.setSecondPlace, async ({ user, body }) => {
        await place.set(user.id, body)
        return backups.state()
      }),
    ],
    checks: [lastBackupCheck(deps)],
    ...(making && { sweeps: [making.sweep], idle: making.idle }),
    forgetSealed: forgetSecret,
  } satisfies Feature
}

/** Of the last backup; that one was missed is told by `backup-check.ts`. */
const lastBackupCheck = ({ db }: Pick<Deps, 'db'>): Check => ({
  name: 'last-backup',
  async look() {
    const [{ second_place }, rows] = await Promise.all([getSettings(db), listBackups(db)])
    const last = rows.find(({ made_at }) => made_at)
    const isLate = second_place && last && !last.copied_at && last.failure
    return {
      about: `last backup: ${describe(last, second_place !== null && !second_place.isPaused)}`,
      problems: [
        ...(last?.drill_problems ?? []).map((problem) => `the last backup could not be restored well: ${problem}`),
        ...(isLate ? [`the last backup is not in the second place: ${last.failure}`] : []),
      ],
    }
  },
  alarm: { remedy: BACKUPS_PAGE },
})

function describe(last: BackupRow | undefined, hasSecondPlace: boolean): string {
  if (!last) return 'none yet'
  const { drill_problems: problems, copied_at } = last
  const drilled =
    problems === null
      ? 'not tried out yet'
      : problems.length > 0
        ? 'it could not be restored well'
        : 'it was restored and is whole'
  return hasSecondPlace ? `${drilled}, and ${copied_at ? 'is' : 'is not yet'} in the second place` : drilled
}
