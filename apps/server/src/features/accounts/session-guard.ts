import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { findUser } from './accounts.writes.ts'
import type { FairQueue } from './fair-queue.ts'
import { verifyPassword } from './passwords.ts'
import { demandPatience, forgetFailures, lockGuesses, recordFailure } from './sign-in-guard.writes.ts'

type InTransaction<T> = (tx: Db, now: Date) => Promise<T>

export type SessionGuard = ReturnType<typeof createSessionGuard>

/**
 * Actions that need the password or a code even when signed in. A person who found an open session gets no more tries than a
 * stranger; each session has its own, so theirs lock the account's owner out of nothing.
 */
export function createSessionGuard({ db, clock, inQueue }: { db: Db; clock: Clock; inQueue: FairQueue }) {
  /** Does `work` if `check` returns no refusal, which counts as a wrong try. @throws AppError that refusal, `too-many-failures` */
  async function guarded<T>(
    { id, tokenHash }: SignedIn,
    check: InTransaction<AppError | undefined>,
    work: InTransaction<T>,
  ): Promise<T> {
    const outcome = await inTransaction(db, clock, async (tx, now) => {
      const origin = `session:${tokenHash.toString('base64url')}`
      const guesses = { account: `change:${id}`, origin, isKnown: true }
      await lockGuesses(tx, guesses)
      await demandPatience(tx, now, guesses)
      const refusal = await check(tx, now)
      if (refusal) {
        await recordFailure(tx, now, guesses)
        return { refusal }
      }
      await forgetFailures(tx, guesses)
      return { done: await work(tx, now) }
    })
    if ('refusal' in outcome) throw outcome.refusal
    return outcome.done
  }

  return {
    guarded,

    /**
     * Does `work` if the password is right, and then `check` returns no refusal.
     * @throws AppError `wrong-password` at `path`, `no-password` if the account has none, `too-many-failures`
     */
    async withPassword<T>(
      caller: SignedIn,
      { password, path, network }: { password: string; path: string; network: string },
      work: InTransaction<T>,
      check: InTransaction<AppError | undefined> = async () => undefined,
    ): Promise<T> {
      const checkBoth = async (tx: Db, now: Date) => {
        const user = await findUser(tx, caller.id)
        const isRight = await verifyPassword(user?.password_hash ?? null, password)
        return isRight ? check(tx, now) : new AppError('wrong-password', { path })
      }
      if ((await findUser(db, caller.id))?.password_hash === null) throw new AppError('no-password')
      const lane = caller.position ? 'staff' : 'known'
      return inQueue({ lane, origin: network }, () => guarded(caller, checkBoth, work))
    },
  }
}
