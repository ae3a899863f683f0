import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import { countDeclines, getAttempt, holdsRealm, insertAttempt } from './attempts.store.ts'
import type { Attempt, Begun, NewAttempt, PaymentKind, Press, Purpose } from './payment-kind.ts'
import { BUDGET_WINDOW_MS, digestOf, holdIdOf, isBudgetSpent, isOpen, leaseFrom } from './payments.rules.ts'
import type { Settlement } from './settle.service.ts'

const POLL_MS = 200

/**
 * Takes a payment of any kind by card. The same press again, at once or later, gets that attempt's answer: 201 for what is
 * paid now, 200 for what was already, 202 while it is being confirmed.
 */
export function createPay(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'environment'> & {
    connectedAccount(): Promise<MerchantAccount>
    settlement: Settlement
    /** How long a customer waits for an answer before being told that the payment is being confirmed. */
    answerWithinMs: number
  },
) {
  const { db, settlement } = deps

  async function begin<P extends Purpose, B extends Press, A>(kind: PaymentKind<P, B, A>, press: B) {
    // Asked before: a transaction that waits for a second connection can starve the pool.
    const { realmId } = await deps.connectedAccount()
    const write = (tx: Db, now: Date, attempt: NewAttempt<P>) => writeDown(tx, now, press, attempt, realmId)
    return (
      kind
        .begin(press, write)
        .catch(refuseTaken('payment_attempts_one_open_a_booking', 'payment-in-progress'))
        // Sent at once for two things, whose days have two locks.
        .catch(refuseTaken('payment_attempts_key', 'key-reused'))
    )
  }

  /**
   * Writes an attempt down in the transaction that checked what is paid for, before the provider is called.
   * @throws AppError `payments-not-connected`, `realm-mismatch`, `too-many-declines`
   */
  async function writeDown<P extends Purpose>(
    tx: Db,
    now: Date,
    { user, key, network, realmIds }: Press,
    { purpose, amountCents, bookingData, cardToken, hasBotToken }: NewAttempt<P>,
    realmId: string | undefined,
  ) {
    if (!realmId) throw new AppError('payments-not-connected')
    if (realmIds.some((named) => named && named !== realmId)) throw new AppError('realm-mismatch')
    const since = new Date(now.getTime() - BUDGET_WINDOW_MS)
    const declines = await countDeclines(tx, { holdId: holdIdOf(purpose), userId: user.id, network, since })
    if (isBudgetSpent(declines, hasBotToken))
      throw new AppError('too-many-declines', { retryAfterSeconds: BUDGET_WINDOW_MS / 1000 })
    if (!(await holdsRealm(tx, deps.environment, realmId))) throw new AppError('payments-not-connected')
    const attempt = await insertAttempt(tx, {
      user_id: user.id,
      purpose,
      request_id: randomUUID(),
      environment: deps.environment,
      realm_id: realmId,
      amount_cents: amountCents,
      booking_data: JSON.stringify(bookingData),
      card_token_encrypted: deps.encryption.encrypt(cardToken),
      card_token_digest: digestOf(cardToken),
      network,
      has_bot_token: hasBotToken,
      idempotency_key: key ?? `attempt:${randomUUID()}`,
      started_at: now,
      leased_until: leaseFrom(now),
      next_try_at: now,
    })
    return { isNew: true, attempt: attempt as Attempt<P> }
  }

  /** The attempt once it has an outcome, or as it is when the customer can follow it or the deadline (of `Date.now()`) is reached. */
  async function waitFor<P extends Purpose>(
    id: number,
    kind: PaymentKind<P, never>,
    deadline: number,
  ): Promise<Attempt<P>> {
    for (;;) {
      const attempt = (await getAttempt(db, id)) as Attempt<P>
      if (!isOpen(attempt) || kind.canFollow?.(attempt) || Date.now() >= deadline) return attempt
      await delay(Math.min(POLL_MS, deadline - Date.now()))
    }
  }

  return async function pay<P extends Purpose, B extends Press, A>(
    kind: PaymentKind<P, B, A>,
    press: B,
  ): Promise<{ status: 200 | 201 | 202; body: A }> {
    const deadline = Date.now() + deps.answerWithinMs
    // A repeat gets its answer before anybody is asked: a bot token verifies once.
    const begun: Begun<P, A> = (await kind.findEarlier(press)) ?? (await begin(kind, press))
    if ('answer' in begun) return { status: begun.isNew ? 201 : 200, body: await begun.answer() }
    const { id } = begun.attempt
    if (begun.isNew) await settlement.run(begun.attempt, { isMobile: press.isMobile, deadline })
    let attempt = await waitFor(id, kind, deadline)
    if (isOpen(attempt)) {
      await settlement.noteSlow(id)
      attempt = await waitFor(id, kind, 0)
    }
    if (!isOpen(attempt) && attempt.state.is !== 'captured') throw refusalOf(attempt)
    const status = isOpen(attempt) ? 202 : isOpen(begun.attempt) ? 201 : 200
    return { status, body: await kind.answer(attempt) }
  }
}

/** What a customer is told of an attempt that took no money. */
function refusalOf({ state }: Attempt): AppError {
  if (state.is === 'not-charged')
    return new AppError(state.code === 'payments-unavailable' ? 'payments-unavailable' : 'payment-failed')
  // An undone payment is no invitation to pay again without knowing it.
  const message = 'message' in state ? state.message : null
  return new AppError(state.is === 'declined' ? 'card-declined' : 'payment-failed', { ...(message && { message }) })
}
