import type { AdminMail, readMail } from '@arcadia/contract/admin/mails'
import type { Output } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { type Db, wouldMake } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { withoutSecrets } from '../../mail/mail-delivery.rules.ts'
import { UnwritableMail } from '../../mail/mail-renderers.ts'
import type { AsOfNow } from '../../mail/mails-as-of-now.ts'
import { findLetter, insertCopy, tryAnew, tryNow } from '../../mail/outbox.ts'
import type { RenderMail } from '../../mail/render-mail.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { findMail, findWaitingCopy, lockMail } from './mails.store.ts'

interface Reading extends Pick<Base, 'db' | 'clock'> {
  render: RenderMail
  asOfNow: AsOfNow
}

/**
 * An email to read, without anything that opens a door: as it was sent where that is kept, or else as it would be sent now.
 * @throws AppError `mail-not-found`
 */
export async function readOne(
  { db, clock, render, asOfNow }: Reading,
  { position }: Pick<SignedIn, 'position'>,
  id: number,
): Promise<Output<typeof readMail>> {
  const found = await findMail(db, position, id)
  if (!found) throw new AppError('mail-not-found')
  const [mail = found] = await asOfNow([found])
  const { sentText, ...letter } = await findLetter(db, id)
  if (sentText !== null) return { ...mail, text: withoutSecrets(sentText), isAsOfNow: false }
  // Links are made while it is rendered, and none is to be kept.
  const rendered = await wouldMake(db, clock, (tx, now) => render(tx, now, letter)).catch((error: unknown) => {
    if (error instanceof UnwritableMail) return null
    throw error
  })
  return { ...mail, text: rendered && withoutSecrets(rendered.text), isAsOfNow: true }
}

/**
 * A failed or waiting email, or one that fell to a budget, is tried now with the same Message-ID, so email apps show it once
 * even if the server did take it. A sent one goes out as a copy with a new Message-ID, or those apps would hide it. Asking
 * twice while the copy waits sends one copy. Returns the email that will be sent.
 * @throws AppError `mail-not-found`, `mail-not-needed`
 */
export async function sendAgain(
  tx: Db,
  now: Date,
  { id: adminId, position }: Pick<SignedIn, 'id' | 'position'>,
  id: number,
): Promise<AdminMail> {
  const mail = await lockMail(tx, position, id)
  if (!mail) throw new AppError('mail-not-found')
  if (mail.status === 'NOT_NEEDED') throw new AppError('mail-not-needed')
  const waitingCopy = mail.status === 'SENT' ? await findWaitingCopy(tx, id) : undefined
  const next = mail.status === 'SENT' ? (waitingCopy ?? (await insertCopy(tx, now, id))) : id
  if (mail.status === 'FAILED' || mail.status === 'HELD') await tryAnew(tx, now, id)
  else await tryNow(tx, now, next)
  if (mail.status !== 'WAITING' && !waitingCopy)
    await recordChange(tx, adminId, 'mail.resent', id, { status: mail.status }, { status: 'WAITING', mailId: next })
  return (await findMail(tx, position, next))!
}
