import type { MailStatus } from '@arcadia/contract/admin/mails'
import type { Clock } from '../clock.ts'
import { type Db, wouldMake } from '../database/transaction.ts'
import { whyNotToSend } from './mail-holds.ts'
import { findLetter } from './outbox.ts'
import type { RenderMail } from './render-mail.ts'

interface Unsent {
  id: number
  subject: string | null
  status: MailStatus
  error: string | null
}

export type AsOfNow = <Mail extends Unsent>(mails: readonly Mail[]) => Promise<Mail[]>

/**
 * Emails as they stand now: one that has not gone out has the subject that it would have, so that an email has one name everywhere,
 * and one that has nothing left to tell waits no longer and says why (docs/rules.md §8.1, docs/rules.md §8.12).
 */
export function createAsOfNow(deps: { db: Db; clock: Clock; render: RenderMail }): AsOfNow {
  const letterNow = (id: number) =>
    wouldMake(deps.db, deps.clock, async (tx, now) => {
      const letter = await findLetter(tx, id)
      const why = await whyNotToSend(tx, letter)
      return { why: why ?? null, subject: (why ? undefined : await deps.render(tx, now, letter))?.subject ?? null }
    }).catch(() => undefined)
  async function asOfNow<Mail extends Unsent>(mail: Mail): Promise<Mail> {
    if (mail.subject !== null && mail.status !== 'NOT_NEEDED') return mail
    // One that can't be written is on its way to fail; the list of what failed must still open.
    const now = await letterNow(mail.id)
    if (!now) return mail
    if (mail.status === 'NOT_NEEDED') return { ...mail, error: now.why }
    if (mail.status === 'WAITING' && now.subject === null) return { ...mail, status: 'NOT_NEEDED', error: now.why }
    return { ...mail, subject: now.subject }
  }
  return async (mails) => {
    const found: (typeof mails)[number][] = []
    // One after another: each takes a connection.
    for (const mail of mails) found.push(await asOfNow(mail))
    return found
  }
}
