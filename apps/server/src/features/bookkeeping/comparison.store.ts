import { type Generated, sql } from 'kysely'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import type { BookedCharge } from './comparison.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    book_comparisons: {
      environment: string
      next_at: Date
      leased_until: Date
      compared_at: Generated<Date | null>
      charges_read: Generated<number | null>
      charges_unread: Generated<number | null>
    }
  }
}

export type ComparisonRow = Row<'book_comparisons'>

/** Inserts the environment's row, due at `firstAt`, if missing. */
export async function ensureComparison(db: Db, environment: string, now: Date, firstAt: Date): Promise<void> {
  await db
    .insertInto('book_comparisons')
    .values({ environment, next_at: firstAt, leased_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Leases the comparison for this process; false if it isn't due or another process has it. */
export async function leaseComparison(db: Db, environment: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update book_comparisons set leased_until = ${until} where environment = (
      select environment from book_comparisons
      where environment = ${environment} and next_at <= ${now} and leased_until <= ${now} for update skip locked)
    returning 1`.execute(db)
  return rows.length === 1
}

export async function updateComparison(
  db: Db,
  environment: string,
  change: Partial<Omit<ComparisonRow, 'environment'>>,
): Promise<void> {
  await db.updateTable('book_comparisons').set(change).where('environment', '=', environment).execute()
}

export async function findComparison(db: Db, environment: string): Promise<ComparisonRow | undefined> {
  return db.selectFrom('book_comparisons').selectAll().where('environment', '=', environment).executeTakeFirst()
}

/** Charges of the merchant account `at` captured or refunded since `since`, or those of `attemptIds`. */
export async function listBookedCharges(
  db: Db,
  which: { at: MerchantAccount; since: Date } | { attemptIds: readonly number[] },
): Promise<BookedCharge[]> {
  const wanted =
    'attemptIds' in which
      ? sql`a.id = any(${which.attemptIds})`
      : sql`a.environment = ${which.at.environment} and a.realm_id = ${which.at.realmId}
          and (a.outcome_at >= ${which.since}
            or exists (select from refunds r where r.attempt_id = a.id and r.outcome_at >= ${which.since}))`
  const { rows } = await sql<BookedCharge>`
    select a.id as "attemptId", a.charge_id as "chargeId", a.realm_id as "realmId", a.amount_cents as "amountCents",
      c.back_cents - c.charged_back_cents as "refundedCents", c.going_cents as "refundingCents"
    from charges c join payment_attempts a on a.id = c.id where ${wanted} order by a.id`.execute(db)
  return rows
}

/** Differences the owner has not resolved. */
export async function listDifferences(db: Db, environment: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_failures as f')
    .innerJoin('payment_attempts as a', 'a.id', 'f.attempt_id')
    .select('f.reason')
    .where('a.environment', '=', environment)
    .where('a.outcome', '=', 'CAPTURED')
    .where('f.kind', '=', 'NEEDS_REVIEW')
    .where('f.refund_id', 'is', null)
    .where('f.resolved_at', 'is', null)
    .orderBy('f.id')
    .execute()
  return rows.map(({ reason }) => reason)
}
