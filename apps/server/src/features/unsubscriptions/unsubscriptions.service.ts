import type { Unsubscription } from '@arcadia/contract/unsubscriptions'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { unsubscribeLink } from '../../http/booking-links.ts'
import { isOptional } from '../../mail/mail-budget.rules.ts'
import { findMailOfLink, isSubscribed, listEndedBy, subscribeAgain, unsubscribe } from '../../mail/unsubscriptions.ts'
import type { leaveEveryLine } from '../waitlist/waitlist.writes.ts'

/** Emails that whoever gets them may end, by the link in each (docs/rules.md §8.21). */
export function createUnsubscriptions(
  deps: Pick<Base, 'db' | 'clock' | 'encryptionKey'> & { leaveEveryLine: typeof leaveEveryLine },
) {
  const { db, clock, encryptionKey } = deps

  /** @throws AppError `unsubscribe-link-invalid` */
  async function ofLink(tx: Db, token: string): Promise<Omit<Unsubscription, 'isSubscribed'>> {
    const mail = await unsubscribeLink.find(encryptionKey, token, (id) => findMailOfLink(tx, id))
    if (!mail || !isOptional(mail.kind)) throw new AppError('unsubscribe-link-invalid')
    return { email: mail.email, kind: mail.kind }
  }

  return {
    listOf: (userId: number) => listEndedBy(db, userId),

    /** @throws AppError `unsubscribe-link-invalid` */
    async open(token: string): Promise<Unsubscription> {
      const { email, kind } = await ofLink(db, token)
      return { email, kind, isSubscribed: await isSubscribed(db, email, kind) }
    },

    /** @throws AppError `unsubscribe-link-invalid` */
    set: (token: string, isToGoOn: boolean): Promise<Unsubscription> =>
      inTransaction(db, clock, async (tx, now) => {
        const { email, kind } = await ofLink(tx, token)
        if (isToGoOn) await subscribeAgain(tx, email, kind)
        else {
          if (kind === 'waitlist-offer') await deps.leaveEveryLine(tx, clock, email)
          await unsubscribe(tx, now, email, kind)
        }
        return { email, kind, isSubscribed: isToGoOn }
      }),
  }
}
