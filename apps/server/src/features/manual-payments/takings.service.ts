import type { recordHandOver, Takings } from '@arcadia/contract/admin/manual-payments'
import type { Input } from '@arcadia/contract/endpoint'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findSent } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import {
  findHandOver,
  insertHandOver,
  listHandOvers,
  listOpenTakings,
  lockTaker,
  undoHandOver,
} from './takings.store.ts'

/** Settling up with whoever took money by hand (docs/rules.md §3.34). */
export function createTakings({ db, clock }: Pick<Base, 'db' | 'clock'>) {
  return {
    /** A guide sees their own. */
    async list({ id, position }: SignedIn): Promise<Takings[]> {
      const isGuide = position === 'GUIDE'
      const about = [db, venueDate(clock.now()), isGuide ? id : undefined] as const
      const [open, given] = await Promise.all([listOpenTakings(...about), listHandOvers(...about)])
      const people = [...open, ...given.map((one) => ({ ...one, taken: [], isOwner: false }))]
      return [...new Map(people.toReversed().map((one) => [one.personId, one])).values()]
        .toSorted((one, other) => one.personId - other.personId)
        .map(({ personId, name, taken, isOwner }) => ({
          personId,
          name,
          taken,
          handedOver: given.filter((one) => one.personId === personId),
          mayHandOver: !isGuide && !isOwner && personId !== id,
        }))
    },

    /** @throws AppError `user-not-found`, `takings-kept`, `takings-changed`, `key-reused` */
    handOver: (
      admin: SignedIn,
      { personId, method, amount }: Input<typeof recordHandOver>['body'],
      key: string | undefined,
    ): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const taker = await lockTaker(tx, personId)
        if (!taker) throw new AppError('user-not-found')
        const wanted = { person_id: personId, method, amount_cents: amount }
        if (await findSent(tx, 'hand_overs', { adminId: admin.id, key }, wanted)) return
        if (taker.position === 'OWNER' || personId === admin.id) throw new AppError('takings-kept')
        const made = { ...wanted, admin_id: admin.id, idempotency_key: key ?? null, created_at: now }
        if (!(await insertHandOver(tx, made))) throw new AppError('takings-changed')
        await recordChange(tx, admin.id, 'user.settled-up', personId, null, { amount: amount / 100, method })
      }),

    /** @throws AppError `hand-over-not-found` */
    undo: (admin: SignedIn, id: number): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const made = await findHandOver(tx, id)
        if (!made) throw new AppError('hand-over-not-found')
        if (made.undone_at) return
        await undoHandOver(tx, now, id, admin.id)
        const before = { amount: made.amount_cents / 100, method: made.method }
        await recordChange(tx, admin.id, 'user.settled-up-undone', made.person_id, before, null)
      }),
  }
}
