import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { findUser } from './accounts.store.ts'
import type { FairQueue } from './fair-queue.ts'
import { verifyPassword } from './passwords.ts'
import { demandPatience, forgetFailures, recordFailure } from './sign-in-guard.store.ts'

type InTransaction<T> = (tx: Db, now: Date) => Promise<T>

export type SessionGuard = ReturnType<typeof createSessionGuard>

/**
 * Actions that need the password or a code even when signed in. A person who found an open session gets no more tries than a
 * stranger, and their failures don't lock anyone out of signing in.
 */
export function createSessionGuard({ db, clock, inQueue }: { db: Db; clock: Clock; inQueue: FairQueue }) {
  /** Does `work` if `isRight` returns true. @throws AppError `refusal`, `too-many-failures` */
  async function guarded<T>(
    { id }: SignedIn,
    isRight: InTransaction<boolean>,
    refusal: AppError,
    work: InTransaction<T>,
  ): Promise<T> {
    const outcome = await inTransaction(db, clock, async (tx, now) => {
      const guesses = { account: `change:${id}`, origin: 'session', isKnown: true }
      await demandPatience(tx, now, guesses)
      if (!(await isRight(tx, now))) {
        await recordFailure(tx, now, guesses)
        return 'wrong' as const
      }
      await forgetFailures(tx, guesses)
      return { done: await work(tx, now) }
    })
    if (outcome === 'wrong') throw refusal
    return outcome.done
  }

  return {
    guarded,

    /**
     * Does `work` if the password is right.
     * @throws AppError `wrong-password` at `path`, `no-password` if the account has none, `too-many-failures`
     */
    async withPassword<T>(
      caller: SignedIn,
      { password, path, network }: { password: string; path: string; network: string },
      work: InTransaction<T>,
    ): Promise<T> {
      const isRight = async (tx: Db) => {
        const user = await findUser(tx, caller.id)
        return verifyPassword(user?.password_hash ?? null, password)
      }
      if ((await findUser(db, caller.id))?.password_hash === null) throw new AppError('no-password')
      return inQueue(network, () => guarded(caller, isRight, new AppError('wrong-password', { path }), work))
    },
  }
}
