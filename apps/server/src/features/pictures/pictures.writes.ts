import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../database/transaction.ts'
import type { MadePicture } from './make-picture.ts'

/** Keeps a picture that staff alone see until it is shown, and returns its id, which nobody can guess. */
export async function keepPicture(tx: Db, now: Date, made: MadePicture): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  await tx
    .insertInto('pictures')
    .values({ ...made, id, is_shown: false, made_at: now })
    .execute()
  return id
}

/** Keeps a picture that is shown at once, and returns its id; the same picture has the same one. */
export async function keepShownPicture(tx: Db, now: Date, made: MadePicture): Promise<string> {
  const id = createHash('sha256').update(made.jpeg).digest('base64url').slice(0, 22)
  await tx
    .insertInto('pictures')
    .values({ ...made, id, is_shown: true, made_at: now })
    .onConflict((same) => same.column('id').doNothing())
    .execute()
  return id
}

/** Shows pictures to everybody, or to staff alone. */
export async function showPictures(tx: Db, ids: readonly string[], isShown: boolean): Promise<void> {
  if (ids.length > 0) await tx.updateTable('pictures').set({ is_shown: isShown }).where('id', 'in', ids).execute()
}

export async function deletePictures(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('pictures').where('id', 'in', ids).execute()
}
