import type { BookingData } from '@arcadia/contract/bookings'
import type { ManualMethod } from '@arcadia/contract/manual-payments'
import type { Generated, JSONColumnType } from 'kysely'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { type MerchantAccount, madeWithAccount } from '../provider/merchant-account.ts'

export type AttemptOutcome = 'CAPTURED' | 'DECLINED' | 'NOT_CHARGED' | 'VOIDED'

export interface PaymentAttemptsTable {
  id: Generated<number>
  user_id: number
  /** What the money is for: of a hold's booking, or toward one that stands. */
  kind: 'DEPOSIT' | 'BALANCE'
  hold_id: string | null
  booking_id: Generated<number | null>
  request_id: string
  environment: string
  realm_id: string
  amount_cents: number
  booking_data: JSONColumnType<BookingData>
  card_token_encrypted: Buffer | null
  card_token_digest: Generated<Buffer | null>
  void_request_id: Generated<string>
  network: string | null
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

export type FailureResolution =
  | 'REFUNDED'
  | 'CONFIRMED'
  | 'NOT_CHARGED'
  | 'PROVIDER_CANCELLED'
  | 'NOT_REFUNDED'
  | 'DISMISSED'

export interface PaymentFailuresTable {
  id: Generated<number>
  attempt_id: number
  kind: 'REFUNDABLE' | 'NEEDS_REVIEW'
  reason: string
  created_at: Date
  resolved_at: Generated<Date | null>
  resolution: Generated<FailureResolution | null>
  /** Set where it is about one refund of the charge. */
  refund_id: Generated<number | null>
}

/** A view: what cards paid for a booking, and what came by hand. An entry that takes another one back is negative. */
interface MoneyIn {
  booking_id: number
  method: 'CARD' | ManualMethod
  cents: number
  at: Date
}

declare module '../../database/tables.ts' {
  interface Tables {
    money_in: MoneyIn
    /** The same of what went back to cards. */
    money_back: MoneyIn
    payment_attempts: PaymentAttemptsTable
    payment_failures: PaymentFailuresTable
  }
}

export type AttemptRow = Selectable<PaymentAttemptsTable>

export async function insertAttempt(tx: Db, attempt: Insertable<PaymentAttemptsTable>): Promise<AttemptRow> {
  return tx.insertInto('payment_attempts').values(attempt).returningAll().executeTakeFirstOrThrow()
}

/** Whether payments can still go to this realm; nobody disconnects or replaces it until this transaction ends. */
export async function holdsRealm(tx: Db, environment: string, realmId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from merchant_connections
    where environment = ${environment} and realm_id = ${realmId} and disconnected_at is null
    for key share`.execute(tx)
  return rows.length === 1
}

export async function getAttempt(db: Db, id: number): Promise<AttemptRow> {
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The payment a client has sent under a key before. */
export async function findAttemptByKey(db: Db, userId: number, key: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export async function findAttempt(db: Db, id: number): Promise<AttemptRow | undefined> {
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What went back of a payment. */
export async function refundedOf(db: Db, id: number): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('sum'))
    .where('attempt_id', '=', id)
    .where('outcome', '=', 'REFUNDED')
    .executeTakeFirstOrThrow()
  return sum
}

/** The latest payment tried for a hold. */
export async function findLatestAttempt(db: Db, holdId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('hold_id', '=', holdId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The dates whose claims an attempt concerns: its hold's and, after a reschedule, another one of its booking. */
export async function listAttemptDays(db: Db, attemptId: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select h.trip_date as day from payment_attempts a join holds h on h.id = a.hold_id where a.id = ${attemptId}
    union
    select b.trip_date from payment_attempts a join bookings b on b.id = a.booking_id where a.id = ${attemptId}`.execute(
    db,
  )
  return rows.map((row) => row.day)
}

/** Writes an outcome once: false when it had one already, and then the loser reads the attempt again. */
export async function writeOutcome(
  tx: Db,
  now: Date,
  id: number,
  outcome: AttemptOutcome,
  particulars: Pick<
    Updateable<PaymentAttemptsTable>,
    'charge_id' | 'card_brand' | 'last4' | 'outcome_code' | 'outcome_message' | 'last_problem'
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set({ ...particulars, outcome, outcome_at: now, card_token_encrypted: null })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updateAttempt(db: Db, id: number, change: Updateable<PaymentAttemptsTable>): Promise<void> {
  await db.updateTable('payment_attempts').set(change).where('id', '=', id).where('outcome', 'is', null).execute()
}

/**
 * Takes up to `limit` unsettled attempts that are due and that no process is working on. One that was made elsewhere than
 * `at` is taken once, to be put on the owner's list; it waits there until its merchant account is connected again.
 */
export async function leaseDueAttempts(
  db: Db,
  now: Date,
  lease: { until: Date; limit: number; at: MerchantAccount },
): Promise<AttemptRow[]> {
  return db
    .updateTable('payment_attempts')
    .set((eb) => ({ leased_until: lease.until, tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payment_attempts')
        .select('id')
        .where('outcome', 'is', null)
        .where('next_try_at', '<=', now)
        .where('leased_until', '<=', now)
        .where(({ or, eb: own }) =>
          or([own('needs_review_at', 'is', null), madeWithAccount('payment_attempts', lease.at)]),
        )
        .orderBy('next_try_at')
        .limit(lease.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** Declines that count against card testing (docs/rules.md §3.12). */
export async function countDeclines(
  db: Db,
  of: { holdId: string | null; userId: number; network: string; since: Date },
): Promise<{
  hold: number
  holdWithoutBotToken: number
  user: number
  network: number
  networkWithoutBotToken: number
}> {
  const { rows } = await sql<{ hold: number; hold_bare: number; user: number; network: number; network_bare: number }>`
    select
      count(*) filter (where hold_id = ${of.holdId}::uuid)::integer as hold,
      count(*) filter (where hold_id = ${of.holdId}::uuid and not has_bot_token)::integer as hold_bare,
      count(*) filter (where user_id = ${of.userId} and outcome_at > ${of.since})::integer as user,
      count(*) filter (where network = ${of.network} and outcome_at > ${of.since} and not pays)::integer as network,
      count(*) filter (where network = ${of.network} and outcome_at > ${of.since} and not pays and not has_bot_token)::integer as network_bare
    from (
      select d.*, exists (select from payment_attempts p where p.user_id = d.user_id and p.outcome = 'CAPTURED') as pays
      from payment_attempts d
      where d.outcome = 'DECLINED' and (d.hold_id = ${of.holdId}::uuid or d.outcome_at > ${of.since})
    ) declined`.execute(db)
  const row = rows[0]!
  return {
    hold: row.hold,
    holdWithoutBotToken: row.hold_bare,
    user: row.user,
    network: row.network,
    networkWithoutBotToken: row.network_bare,
  }
}
