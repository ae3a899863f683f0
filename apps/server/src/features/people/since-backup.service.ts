import { randomBytes } from 'node:crypto'
import type { ChangeAction } from '@arcadia/contract/admin/change-words'
import { fullName } from '@arcadia/contract/full-name'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { shellCommand } from '../../shell-command.ts'
import { setActive, setPasswordHash, setPosition, type WithdrawCustomer } from '../accounts/accounts.writes.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { addressesOf } from '../owner-notices/owner-notices.writes.ts'
import { removeGonePasskeys } from '../second-factor/second-factor.writes.ts'
import { type ChangeSince, type ChangesSince, sinceInWords } from './since-backup.rules.ts'
import { findPairs, findRestored, type Pair } from './since-backup.store.ts'

/**
 * Keeps out whom the replaced database kept out: who was removed stays so, a lowered position stays low, a removed passkey is
 * gone, and of two passwords neither works, because the later one may be a thief's. Recorded at each account in the change log.
 * @param db as the role that owns the tables
 */
export async function keepOut({
  db,
  clock,
  takenAt,
  withdrawCustomer,
}: {
  db: Db
  clock: Clock
  takenAt: string
  withdrawCustomer: WithdrawCustomer
}): Promise<ChangesSince> {
  const pairs = await findPairs(db)
  const changed = pairs.filter((pair) => changesOf(pair).length > 0)
  const isLater = pairs.some(({ newest }) => newest > new Date(takenAt))
  if (pairs.length === 0 || (changed.length > 0 && !isLater)) return null
  const nobodys = await hashPassword(randomBytes(32).toString('base64url'))
  for (const pair of changed)
    await inTransaction(db, clock, async (tx, now) => {
      const { id } = pair
      const record = (action: Extract<ChangeAction, `shell.${string}`>, before: object | null, after: object | null) =>
        recordChange(tx, id, action, { kind: 'user', id }, before, after)
      if (pair.is_removed) {
        await withdrawCustomer(tx, clock, id)
        await setActive(tx, now, id, false)
        await endWaysIn(tx, now, id)
        await record('shell.kept-removed', { isActive: true }, { isActive: false })
      }
      if (pair.lowered_to) {
        await setPosition(tx, now, id, pair.lowered_to)
        await record('shell.kept-position', { position: pair.position }, { position: pair.lowered_to })
      }
      if (pair.has_other_password) {
        await setPasswordHash(tx, now, id, pair.has_password ? nobodys : null)
        await record('shell.password-ended', null, null)
      }
      if (pair.gone_passkeys > 0) {
        await removeGonePasskeys(tx, id)
        await record('shell.passkeys-kept-removed', { passkeys: pair.gone_passkeys }, null)
      }
    })
  return changed.flatMap(changesOf)
}

/** Emails every owner what the restore undid or kept, and returns the same, for the terminal. */
export async function tellSinceBackup(tx: Db, now: Date, takenAt: string, changes: ChangesSince): Promise<string[]> {
  const owners = await addressesOf(tx, [], undefined)
  for (const to of owners) await enqueueMail(tx, now, { kind: 'site-restored', to, params: { takenAt, changes } })
  const found = await findRestored(tx, changes?.map(({ userId }) => userId) ?? [])
  const people = found.map((person) => ({ ...person, name: fullName(person) || person.username }))
  return [
    ...sinceInWords(takenAt, changes, people),
    ...(people.some(({ position }) => position)
      ? [`Without email: ${shellCommand('admin reset-password <username>')}`]
      : []),
    ...(owners.length === 0 ? [`No owner is left. Add one: ${shellCommand('admin add <username> <email>')}`] : []),
  ]
}

function changesOf(pair: Pair): ChangeSince[] {
  const of = (what: ChangeSince['what'], at: Date | null = null) => ({
    userId: pair.id,
    what,
    at: at?.toISOString() ?? null,
  })
  if (pair.is_removed) return [pair.is_closed ? of('closed', pair.closed_at) : of('removed', pair.removed_at)]
  return [
    ...(pair.lowered_to ? [of('lowered')] : []),
    ...(pair.has_other_password ? [of('password', pair.password_at)] : []),
    ...(pair.gone_passkeys > 0 ? [of('passkeys')] : []),
    ...(pair.lost_second_factor ? [of('second-factor')] : []),
  ]
}
