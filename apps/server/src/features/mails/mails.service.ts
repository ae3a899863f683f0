import type { AdminMail } from '@arcadia/contract/admin/mails'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { insertCopy, tryAnew, tryNow } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { findMail, findWaitingCopy, lockMail } from './mails.store.ts'

/**
 * A failed or waiting email, or one that fell to a budget, is tried now with the same Message-ID, so email apps show it once
 * even if the server did take it. A sent one goes out as a copy with a new Message-ID, or those apps would hide it. Asking
 * twice while the copy waits sends one copy. Returns the email that will be sent.
 * @throws AppError `mail-not-found`, `mail-not-needed`
 */
export async function sendAgain(tx: Db, now: Date, adminId: number, id: number): Promise<AdminMail> {
  const mail = await lockMail(tx, id)
  if (!mail) throw new AppError('mail-not-found')
  if (mail.status === 'NOT_NEEDED') throw new AppError('mail-not-needed')
  const waitingCopy = mail.status === 'SENT' ? await findWaitingCopy(tx, id) : undefined
  const next = mail.status === 'SENT' ? (waitingCopy ?? (await insertCopy(tx, now, id))) : id
  if (mail.status === 'FAILED' || mail.status === 'HELD') await tryAnew(tx, now, id)
  else await tryNow(tx, now, next)
  if (mail.status !== 'WAITING' && !waitingCopy)
    await recordChange(tx, adminId, 'mail.resent', id, { status: mail.status }, { status: 'WAITING', mailId: next })
  return (await findMail(tx, next))!
}
