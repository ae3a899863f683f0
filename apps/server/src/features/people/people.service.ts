import type { Position } from '@arcadia/contract/accounts'
import type { Person } from '@arcadia/contract/admin/people'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { closeUser, demandOwner, lockAccount, tellPosition } from '../accounts/accounts.writes.ts'
import { blankValues, recordChange, recordSettings } from '../audit-log/audit-log.writes.ts'
import { removeFactor, removePasskeys } from '../second-factor/second-factor.writes.ts'
import { getPerson, givePosition, putRefundLimit, refundLimitOf, serverSecret } from './people.store.ts'

/** Who works here (docs/rules.md §22): given a position by an owner, deactivated like any account. */
export function createPeople(deps: Pick<Base, 'db' | 'clock' | 'encryption'>) {
  const { db, clock } = deps
  const secret = serverSecret(deps.encryption)

  return {
    /**
     * Erases the name of a removed person. Their actions stay attributed to a username that can't be taken, because it has
     * spaces. @throws AppError `user-not-found`, `still-works-here`
     */
    async forget(owner: SignedIn, id: number): Promise<void> {
      await changePerson(deps, owner, id, async (tx, now, person) => {
        if (person.isActive) throw new AppError('still-works-here')
        await recordChange(tx, owner.id, 'user.forgotten', id, null, null)
        await removeFactor(tx, id)
        await removePasskeys(tx, id)
        await closeUser(tx, now, id, `former member of the staff ${id}`)
        await blankValues(tx, now, 'user', [{ id }])
      })
    },

    /** Ends open sessions and streams, so permissions are read again. @throws AppError `user-not-found`, `own-position` */
    async setPosition(owner: SignedIn, id: number, position: Position): Promise<Person> {
      if (owner.id === id) throw new AppError('own-position')
      await changePerson(deps, owner, id, async (tx, now, person) => {
        if (person.position === position) return
        await givePosition(tx, secret, { by: owner.id, to: id, position })
        await recordChange(tx, owner.id, 'user.position-changed', id, { position: person.position }, { position })
        // An invitation not yet accepted stays good for the new position.
        if (person.invitedUntil === null) await endWaysIn(tx, now, id)
        await tellPosition(tx, now, id, position)
      })
      return getPerson(db, id)
    },

    async setRefundLimit(owner: SignedIn, limit: Cents): Promise<{ refundLimit: Cents }> {
      await inTransaction(db, clock, async (tx) => {
        await demandOwner(tx, owner.id)
        const before = { refundLimit: formatCents(await refundLimitOf(tx)) }
        const after = { refundLimit: formatCents(limit) }
        if (await recordSettings(tx, owner.id, ['refundLimit'], before, after)) await putRefundLimit(tx, limit)
      })
      return { refundLimit: limit }
    },
  }
}

/** Rechecks that the caller is an owner in the transaction. @throws AppError `user-not-found` */
export async function changePerson<Answer>(
  { db, clock }: Pick<Base, 'db' | 'clock'>,
  owner: SignedIn,
  id: number,
  work: (tx: Db, now: Date, person: Person) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(db, clock, async (tx, now) => {
    await demandOwner(tx, owner.id)
    // Waits for an invitation that is just being accepted.
    await lockAccount(tx, id)
    return work(tx, now, await getPerson(tx, id))
  })
}
