import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import { getAttempt, holdsRealm, insertAttempt, listDeclines } from './attempts.store.ts'
import type { Attempt, Begun, NewAttempt, PaymentKind, Press, Purpose } from './payment-kind.ts'
import { BUDGET_WINDOW_MS, digestOf, holdIdOf, isOpen, leaseFrom, spentBudget } from './payments.rules.ts'
import type { Settlement } from './settle.service.ts'
import type { Outcomes } from './write-outcome.service.ts'

const POLL_MS = 200

/** A hold's own budget ends with it. */
const DECLINED_ON_HOLD =
  'Your cards were declined too often, so we pause card payments until your hold ends. Then you can hold the spots again.'

/** For somebody whose own card may never have been tried. */
const DECLINED_BY_LINK = 'Too many cards were declined with this link, so we pause card payments with it.'
const DECLINED_IN_NETWORK =
  "Other people's cards were declined too often on the network you're on, so we pause card payments from there. On another connection, such as mobile data, you can pay now."

/**
 * Takes a card payment of any kind. A repeated request, now or later, gets the first attempt's answer: 201 paid now, 200
 * already paid, 202 being confirmed.
 */
export function createPay(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'environment'> & {
    connectedAccount(): Promise<MerchantAccount>
    settlement: Pick<Settlement, 'run'>
    outcomes: Pick<Outcomes, 'noteSlow'>
    /** How long a customer waits for an answer before being told that the payment is being confirmed. */
    answerWithinMs: number
  },
) {
  const { db, settlement, outcomes } = deps

  async function begin<P extends Purpose, B extends Press, A>(kind: PaymentKind<P, B, A>, press: B) {
    // Read before the transaction starts: waiting inside it for a second connection can exhaust the pool.
    const { realmId } = await deps.connectedAccount()
    const write = (tx: Db, now: Date, attempt: NewAttempt<P>) => writeDown(tx, now, press, attempt, realmId)
    return (
      kind
        .begin(press, write)
        .catch(refuseTaken('payment_attempts_one_open_a_share', 'payment-in-progress'))
        // The same key sent concurrently for two holds or bookings, which lock different days.
        .catch(refuseTaken('payment_attempts_key', 'key-reused'))
    )
  }

  /**
   * Writes the attempt before the provider is called, in the transaction that did the checks.
   * @throws AppError `payments-not-connected`, `realm-mismatch`, `too-many-declines`
   */
  async function writeDown<P extends Purpose>(
    tx: Db,
    now: Date,
    { user, linkHash, key, network, realmIds }: Press,
    { purpose, amountCents, bookingData, cardToken, hasBotToken, holdUntil }: NewAttempt<P>,
    realmId: string | undefined,
  ) {
    if (!realmId) throw new AppError('payments-not-connected')
    if (realmIds.some((named) => named && named !== realmId)) throw new AppError('realm-mismatch')
    const of = { holdId: holdIdOf(purpose), userId: user.id, linkHash, network }
    await refuseDeclined(tx, now, of, { hasBotToken, holdUntil })
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
      link_hash: linkHash ?? null,
      has_bot_token: hasBotToken,
      idempotency_key: key ?? `attempt:${randomUUID()}`,
      started_at: now,
      leased_until: leaseFrom(now),
      next_try_at: now,
    })
    return { isNew: true, attempt: attempt as Attempt<P> }
  }

  /**
   * Waits for an outcome that another call finds, in whatever process; at the `Date.now()` deadline the attempt is one that
   * the customer can follow.
   */
  async function follow<P extends Purpose>(
    { id }: Attempt<P>,
    kind: PaymentKind<P, never>,
    deadline: number,
  ): Promise<Attempt> {
    for (;;) {
      const attempt = (await getAttempt(db, id)) as Attempt<P>
      if (!isOpen(attempt)) return attempt
      if (kind.canFollow?.(attempt) || Date.now() >= deadline) return outcomes.noteSlow(id)
      await delay(Math.min(POLL_MS, deadline - Date.now()))
    }
  }

  return async function pay<P extends Purpose, B extends Press, A>(
    kind: PaymentKind<P, B, A>,
    press: B,
  ): Promise<{ status: 200 | 201 | 202; body: A }> {
    const deadline = Date.now() + deps.answerWithinMs
    // Answer repeats before the bot check, because a bot token verifies only once.
    const begun: Begun<P, A> = (await kind.findEarlier(press)) ?? (await begin(kind, press))
    if ('answer' in begun) return { status: begun.isNew ? 201 : 200, body: await begun.answer() }
    const settled = begun.isNew
      ? await settlement.run(begun.attempt, { isMobile: press.isMobile, deadline })
      : isOpen(begun.attempt)
        ? undefined
        : begun.attempt
    const attempt = settled ?? (await follow(begun.attempt, kind, deadline))
    if (!isOpen(attempt) && attempt.state.is !== 'captured') throw refusalOf(attempt)
    const status = isOpen(attempt) ? 202 : isOpen(begun.attempt) ? 201 : 200
    return { status, body: await kind.answer(attempt as Attempt<P>) }
  }
}

/** @throws AppError `too-many-declines` with whose cards those were and until when */
async function refuseDeclined(
  tx: Db,
  now: Date,
  of: Omit<Parameters<typeof listDeclines>[1], 'since'>,
  { hasBotToken, holdUntil }: Pick<NewAttempt<Purpose>, 'hasBotToken' | 'holdUntil'>,
): Promise<void> {
  const declines = await listDeclines(tx, { ...of, since: new Date(now.getTime() - BUDGET_WINDOW_MS) })
  if (declines.length === 0) return
  const spent = spentBudget(declines, hasBotToken, holdUntil)
  if (!spent) return
  const ofPayer = of.linkHash && DECLINED_BY_LINK
  const message = { payer: ofPayer, hold: DECLINED_ON_HOLD, network: DECLINED_IN_NETWORK }[spent.whose]
  const retryAfterSeconds = (spent.until.getTime() - now.getTime()) / 1000
  throw new AppError('too-many-declines', { retryAfterSeconds, ...(message && { message }) })
}

/** The error for an attempt that charged nothing. */
function refusalOf({ state }: Attempt): AppError {
  if (state.is === 'not-charged')
    return new AppError(state.code === 'payments-unavailable' ? 'payments-unavailable' : 'payment-failed')
  // The message tells the customer that a voided payment was canceled, before they pay again.
  const message = 'message' in state ? state.message : null
  return new AppError(state.is === 'declined' ? 'card-declined' : 'payment-failed', { ...(message && { message }) })
}
