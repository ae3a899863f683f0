import type { MailStatus } from '@arcadia/contract/admin/mails'
import type { Clock } from '../clock.ts'
import { type Db, wouldMake } from '../database/transaction.ts'
import { findLetter } from './outbox.ts'
import type { RenderMail } from './render-mail.ts'

interface Named {
  id: number
  subject: string | null
  status: MailStatus
}

export type WithSubjects = <Mail extends Named>(mails: readonly Mail[]) => Promise<Mail[]>

/**
 * Gives emails that have not gone out the subject that they would have now, so that an email has one name everywhere
 * (docs/rules.md §8.1). One that is no longer needed, or has nothing left to tell, has none.
 */
export function createSubjects(deps: { db: Db; clock: Clock; render: RenderMail }): WithSubjects {
  const subjectNow = (id: number) =>
    wouldMake(deps.db, deps.clock, async (tx, now) => deps.render(tx, now, await findLetter(tx, id)))
      .then((rendered) => rendered?.subject ?? null)
      // One that can't be written is on its way to fail; the list of what failed must still open.
      .catch(() => null)
  return async (mails) => {
    const named: (typeof mails)[number][] = []
    // One after another: each takes a connection.
    for (const mail of mails) {
      const isNamed = mail.subject !== null || mail.status === 'NOT_NEEDED'
      named.push(isNamed ? mail : { ...mail, subject: await subjectNow(mail.id) })
    }
    return named
  }
}
