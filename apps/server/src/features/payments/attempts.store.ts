import type { ManualMethod } from '@arcadia/contract/admin/manual-payments'
import type { BookedData } from '@arcadia/contract/booking-data'
import type { PackageType } from '@arcadia/contract/configuration'
import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { NewRow, Row, RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import type { Lease } from '../../jobs/leased-work.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import type { Attempt, AttemptState, Purpose } from './payment-kind.ts'
import { bookingIdOf, type Decline, holdIdOf, shareIdOf } from './payments.rules.ts'

export type AttemptOutcome = 'CAPTURED' | 'DECLINED' | 'NOT_CHARGED' | 'VOIDED'

export type FailureResolution =
  | 'REFUNDED'
  | 'CONFIRMED'
  | 'NOT_CHARGED'
  | 'PROVIDER_CANCELLED'
  | 'NOT_REFUNDED'
  | 'DISMISSED'

/** A view: payments of bookings by card, voucher and hand. A reversal is negative. */
interface MoneyIn {
  booking_id: number
  method: 'CARD' | 'VOUCHER' | ManualMethod
  cents: number
  at: Date
}

declare module '../../database/tables.ts' {
  interface Tables {
    money_in: MoneyIn
    /** A view: refunds to cards and vouchers. */
    money_back: MoneyIn
    payment_attempts: {
      id: Generated<number>
      /** Null if somebody without an account pays for a gift voucher or tips. */
      user_id: number | null
      /** What the payment is for. */
      kind: Purpose['kind']
      hold_id: string | null
      booking_id: Generated<number | null>
      share_id: Generated<number | null>
      request_id: string
      environment: string
      realm_id: string
      amount_cents: number
      booking_data: JSONColumnType<BookedData>
      card_token_encrypted: Buffer | null
      card_token_digest: Generated<Buffer | null>
      void_request_id: Generated<string>
      network: string | null
      /** The payment link that the card came by; null from a session. */
      link_hash: Generated<Buffer | null>
      idempotency_key: string
      has_bot_token: Generated<boolean>
      started_at: Date
      leased_until: Date
      next_try_at: Date
      tries: Generated<number>
      last_problem: Generated<string | null>
      needs_review_at: Generated<Date | null>
      outcome: Generated<AttemptOutcome | null>
      outcome_at: Generated<Date | null>
      outcome_code: Generated<string | null>
      outcome_message: Generated<string | null>
      charge_id: Generated<string | null>
      card_brand: Generated<string | null>
      last4: Generated<string | null>
    }
    payment_failures: {
      id: Generated<number>
      attempt_id: number
      kind: 'REFUNDABLE' | 'NEEDS_REVIEW'
      reason: string
      created_at: Date
      resolved_at: Generated<Date | null>
      resolution: Generated<FailureResolution | null>
      /** Set if the failure is about one refund of the charge. */
      refund_id: Generated<number | null>
    }
  }
}

type AttemptRow = Row<'payment_attempts'>

/** Maps a row. Only this file reads the outcome and purpose columns. */
export function toAttempt(row: AttemptRow): Attempt {
  return { ...row, purpose: purposeOf(row), state: stateOf(row) }
}

function purposeOf({ kind, hold_id, booking_id, share_id }: AttemptRow): Purpose {
  if (kind === 'DEPOSIT') return { kind, holdId: hold_id!, bookingId: booking_id }
  if (kind === 'BALANCE') return { kind, bookingId: booking_id!, shareId: share_id }
  if (kind === 'ANGLER') return { kind, holdId: hold_id!, bookingId: booking_id! }
  return { kind }
}

function stateOf(row: AttemptRow): AttemptState {
  const { last_problem: problem, outcome_message: message } = row
  switch (row.outcome) {
    case null:
      if (row.tries === 0 && problem === null) return { is: 'asking' }
      return { is: 'unknown', problem, inReview: row.needs_review_at !== null }
    case 'CAPTURED':
      return { is: 'captured', cardBrand: row.card_brand, last4: row.last4, message }
    case 'DECLINED':
      return { is: 'declined', message }
    case 'NOT_CHARGED':
      return { is: 'not-charged', code: row.outcome_code, message }
    case 'VOIDED':
      return { is: 'voided', message }
  }
}

export async function insertAttempt(
  tx: Db,
  {
    purpose,
    ...columns
  }: Omit<NewRow<'payment_attempts'>, 'kind' | 'hold_id' | 'booking_id' | 'share_id'> & { purpose: Purpose },
): Promise<Attempt> {
  const about = {
    kind: purpose.kind,
    hold_id: holdIdOf(purpose),
    booking_id: bookingIdOf(purpose),
    share_id: shareIdOf(purpose),
  }
  const row = await tx
    .insertInto('payment_attempts')
    .values({ ...columns, ...about })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAttempt(row)
}

/** Whether the realm is still connected. It can't be disconnected or replaced until this transaction ends. */
export async function holdsRealm(tx: Db, environment: string, realmId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from merchant_connections
    where environment = ${environment} and realm_id = ${realmId} and disconnected_at is null
    for key share`.execute(tx)
  return rows.length === 1
}

const attempts = (db: Db) => db.selectFrom('payment_attempts').selectAll()

export async function getAttempt(db: Db, id: number): Promise<Attempt> {
  return toAttempt(await attempts(db).where('id', '=', id).executeTakeFirstOrThrow())
}

/** Locks the attempt and returns its current state. Lock its days first. */
export async function lockAttempt(tx: Db, id: number): Promise<Attempt> {
  return toAttempt(await attempts(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow())
}

export async function findAttempt(db: Db, id: number): Promise<Attempt | undefined> {
  const row = await attempts(db).where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

/** The attempt a client made earlier under this key. */
export async function findAttemptByKey(db: Db, userId: number | null, key: string): Promise<Attempt | undefined> {
  const ofPayer =
    userId === null ? attempts(db).where('user_id', 'is', null) : attempts(db).where('user_id', '=', userId)
  const row = await ofPayer.where('idempotency_key', '=', key).executeTakeFirst()
  return row && toAttempt(row)
}

/** The latest attempt for a hold; for a booked hold, the attempt that booked it, if any. */
export async function findLatestAttempt(
  db: Db,
  { id, booking_id }: { id: string; booking_id: number | null },
): Promise<Attempt | undefined> {
  const row = await attempts(db)
    .where('hold_id', '=', id)
    .where('booking_id', 'is not distinct from', booking_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** The latest attempt to pay with a hold, whatever it is for. */
export async function findLatestOfHold(db: Db, holdId: string): Promise<Attempt | undefined> {
  const row = await attempts(db).where('hold_id', '=', holdId).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && toAttempt(row)
}

/** The package of a booking that needed no payment and so has no attempt. */
export async function packageOfBooking(db: Db, id: number): Promise<PackageType> {
  const query = db.selectFrom('bookings').select('package_type').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).package_type
}

/** How much of a payment was refunded. */
export async function refundedOf(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select back_cents as cents from charges where id = ${id}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** The dates whose claims an attempt affects: its hold's date and its booking's, which differ after a reschedule. */
export async function listAttemptDays(db: Db, attemptId: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select h.trip_date as day from payment_attempts a join holds h on h.id = a.hold_id where a.id = ${attemptId}
    union
    select b.trip_date from payment_attempts a join bookings b on b.id = a.booking_id where a.id = ${attemptId}`.execute(
    db,
  )
  return rows.map((row) => row.day)
}

/** Writes the outcome once, and answers the attempt with it; the attempt must be locked. */
export async function writeOutcome(
  tx: Db,
  now: Date,
  id: number,
  outcome: Omit<RowChange<'payment_attempts'>, 'outcome'> & { outcome: AttemptOutcome },
): Promise<Attempt> {
  const written = changeOpen(tx, id, { ...outcome, outcome_at: now, card_token_encrypted: null })
  return toAttempt(await written.returningAll().executeTakeFirstOrThrow())
}

const changeOpen = (db: Db, id: number, change: RowChange<'payment_attempts'>) =>
  db.updateTable('payment_attempts').set(change).where('id', '=', id).where('outcome', 'is', null)

export async function updateAttempt(db: Db, id: number, change: RowChange<'payment_attempts'>): Promise<void> {
  await changeOpen(db, id, change).execute()
}

/**
 * Leases unsettled attempts that are due. One made with another account than `at` is leased once, to go on the owner's
 * list; it then waits until its merchant account is connected again.
 */
export async function leaseDueAttempts(db: Db, lease: Lease, at: MerchantAccount): Promise<Attempt[]> {
  const isOpen = sql`d.outcome is null
    and (d.needs_review_at is null or is_of_account(d, ${at.environment}, ${at.realmId ?? null}))`
  return (await leaseDue(db, 'payment_attempts', lease, { isOpen })).map(toAttempt)
}

/** The payments of which nobody knows yet what became of them, and since when the oldest is one. */
export async function countOpen(db: Db): Promise<{ count: number; since: Date | null }> {
  return db
    .selectFrom('payment_attempts')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('started_at').as('since')])
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
}

/** When cards paid parts of a booking's balance that are no shares since then, latest first, whatever became of the money later. */
export async function listPartsPaid(tx: Db, bookingId: number, since: Date): Promise<Date[]> {
  const parts = await tx
    .selectFrom('payment_attempts')
    .select('outcome_at')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'BALANCE')
    .where('share_id', 'is', null)
    .where('outcome', '=', 'CAPTURED')
    .where('outcome_at', '>', since)
    .orderBy('outcome_at', 'desc')
    .execute()
  return parts.map(({ outcome_at }) => outcome_at!)
}

/**
 * Declines that count against card testing (docs/rules.md §3.12), newest first. Nobody knows who pays by link, so those count
 * for the link instead of the account, and for the network even where the account has paid.
 */
export async function listDeclines(
  db: Db,
  of: { holdId: string | null; userId: number | null; linkHash: Buffer | undefined; network: string; since: Date },
): Promise<Decline[]> {
  const isPayers = of.linkHash ? sql`link_hash = ${of.linkHash}` : sql`link_hash is null and user_id = ${of.userId}`
  const { rows } = await sql<Decline>`
    select outcome_at as at, has_bot_token as "hasBotToken", "isOfHold", "isOfPayer", "isOfNetwork"
    from (
      select d.*, coalesce(hold_id = ${of.holdId}::uuid, false) as "isOfHold",
        outcome_at > ${of.since} and ${isPayers} as "isOfPayer",
        outcome_at > ${of.since} and coalesce(network = ${of.network}, false)
          and (link_hash is not null or not has_paid(d.user_id)) as "isOfNetwork"
      from payment_attempts d
      where d.outcome = 'DECLINED' and (d.hold_id = ${of.holdId}::uuid or d.outcome_at > ${of.since})
    ) declined
    where "isOfHold" or "isOfPayer" or "isOfNetwork"
    order by outcome_at desc`.execute(db)
  return rows
}

const REMOVED = sql`'{"firstName": "Removed", "lastName": "", "email": "removed@account.invalid", "phone": ""}'::jsonb`

/** Whether such a card was charged can be asked only by hand; the payment goes to the owner's list. */
export async function forgetCardTokens(tx: Db): Promise<void> {
  await tx.updateTable('payment_attempts').set({ card_token_encrypted: null }).where('outcome', 'is', null).execute()
}

/** Blanks the customer's data in the payments of old bookings. */
export async function blankAttempts(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await sql`update payment_attempts set booking_data = booking_data || ${REMOVED}
    where booking_id = any(${bookingIds})`.execute(tx)
}

/** The same for payments without a booking that ended before `before`: declined ones, tips and those for gift vouchers. */
export async function blankAttemptsWithoutBooking(db: Db, before: Date): Promise<void> {
  await sql`update payment_attempts set booking_data = booking_data || ${REMOVED}
    where booking_id is null and outcome_at < ${before} and not booking_data @> ${REMOVED}`.execute(db)
}
