import type { House } from '../../checks/settings-checks.ts'
import type { Check } from '../../feature.ts'
import { getSettings } from './backups.store.ts'

/** Whether what was booked survives the loss of the server; only where money is real, as for a missed backup (docs/rules.md §12.15). */
export const lostServerCheck = ({ db, isForReal }: Pick<House, 'db' | 'isForReal'>): Check => ({
  name: 'lost-server',
  async look() {
    const { recovery_recipient, second_place } = await getSettings(db)
    return {
      about: 'backups: they can be opened, and are there, when this server is lost',
      problems: isForReal
        ? [
            ...(recovery_recipient ? [] : ["backups open with this server's key only: there is no recovery key"]),
            ...(second_place ? [] : ['backups are on this server only: there is no second place']),
            ...(second_place?.isPaused
              ? ['backups are on this server only: since the restore nothing is copied to the second place']
              : []),
          ]
        : [],
    }
  },
  remedy: 'Configuration, Backups: make a recovery key and write it down, and set a second place.',
  stopsOpening: true,
})
