import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { SecondPlace } from '@arcadia/contract/admin/backups'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { copyAgain, getSettings, type StoredPlace, updateSettings } from './backups.store.ts'
import { folderOf } from './make-backups.service.ts'
import { openPlace } from './second-place.ts'

/** Where backups are copied to (docs/rules.md §12.15). */
export function createSecondPlace({
  db,
  clock,
  encryption,
  dataDir,
  isPublicUrlLocal,
}: Pick<Base, 'db' | 'clock' | 'encryption' | 'dataDir' | 'isPublicUrlLocal'>) {
  return {
    /** Writes something there first, so that what is stored has worked once. */
    async set(userId: number, wanted: SecondPlace): Promise<void> {
      const { place, secret } = await withSecret(wanted)
      if (place)
        await openPlace(place, secret)
          .probe()
          .catch(({ message }: Error) => {
            throw new AppError('second-place-failed', { message })
          })
      await inTransaction(db, clock, async (tx, now) => {
        const before = await getSettings(tx)
        const sealed = place?.kind === 'S3' ? encryption.encrypt(secret) : null
        await updateSettings(tx, { second_place: place, second_secret_encrypted: sealed })
        const said = (one: StoredPlace | null) => ({ secondPlace: inWords(one) })
        const subject = { kind: 'backup', id: 'second-place' }
        await recordChange(tx, userId, 'backup.second-place-set', subject, said(before.second_place), said(place))
        await copyAgain(tx, now)
      })
    },
  }

  /** A copy over itself would be none. */
  async function demandElsewhere(folder: string): Promise<void> {
    const way = relative(await real(folderOf(dataDir)), await real(folder))
    if (isAbsolute(way) || way.startsWith(`..${sep}`)) return
    const message = 'Backups are kept there already. Choose a folder on another disk.'
    throw new AppError('invalid-input', { message, path: 'folder' })
  }

  async function withSecret(wanted: SecondPlace): Promise<{ place: StoredPlace | null; secret: string }> {
    if (wanted.kind === 'NONE') return { place: null, secret: '' }
    const { secret: given, ...place } = wanted
    if (wanted.kind === 'FOLDER') {
      await demandElsewhere(wanted.folder)
      return { place, secret: '' }
    }
    if (!place.address.startsWith('https:') && !isPublicUrlLocal)
      throw new AppError('invalid-input', { message: 'The address has to begin with https://', path: 'address' })
    const { second_secret_encrypted: sealed } = await getSettings(db)
    const secret = given || ((sealed && encryption.tryDecrypt(sealed)) ?? '')
    if (secret) return { place, secret }
    throw new AppError('invalid-input', { message: 'The secret key is required', path: 'secret' })
  }
}

const real = (folder: string) => realpath(folder).catch(() => resolve(folder))

const inWords = (place: StoredPlace | null): string =>
  place === null ? 'none' : place.kind === 'FOLDER' ? place.folder : place.address
