import type { SavedReply } from '@arcadia/contract/admin/replies'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { SentForm } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { changesOf, recordChange } from '../audit-log/audit-log.writes.ts'
import { deleteSaved, insertSaved, lockSaved, updateSaved } from './replies.store.ts'

type Text = Omit<SavedReply, 'id'>

/** The owner's saved replies. */
export function createSavedReplies({ db, clock }: { db: Db; clock: Clock }) {
  async function locked(tx: Db, id: number): Promise<Text> {
    const found = await lockSaved(tx, id)
    if (!found) throw new AppError('not-found')
    return { title: found.title, text: found.text }
  }
  const record = (tx: Db, adminId: number, id: number, before: Text | null, after: Text | null) =>
    recordChange(tx, adminId, `saved-reply.${after ? 'saved' : 'deleted'}`, id, before, after)
  const refuseSameTitle = refuseTaken('saved_replies_title', 'saved-reply-exists')

  return {
    /** @throws AppError `saved-reply-exists` */
    add: (adminId: number, text: Text): Promise<SavedReply> =>
      inTransaction(db, clock, async (tx, now) => {
        const reply = await insertSaved(tx, now, text)
        await record(tx, adminId, reply.id, null, text)
        return reply
      }).catch(refuseSameTitle),

    /** @throws AppError `not-found`, `saved-reply-exists`, `changed-meanwhile` */
    change: (user: SignedIn, id: number, form: SentForm<Text>): Promise<SavedReply> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await locked(tx, id)
        const text = { ...before, ...(await changesOf(tx, user, form, { kind: 'saved-reply', id }, before)) }
        await record(tx, user.id, id, before, text)
        return updateSaved(tx, now, id, text)
      }).catch(refuseSameTitle),

    /** @throws AppError `not-found` */
    delete: (adminId: number, id: number): Promise<void> =>
      inTransaction(db, clock, async (tx) => {
        await record(tx, adminId, id, await locked(tx, id), null)
        await deleteSaved(tx, id)
      }),
  }
}
