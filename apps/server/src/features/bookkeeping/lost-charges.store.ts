import { type Generated, sql } from 'kysely'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { LoggedCharge } from '../provider/charge-log.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    lost_charges: {
      request_id: string
      environment: string
      realm_id: string
      charge_id: string | null
      amount_cents: number
      description: string
      sent_at: Date
      found_at: Date
      settled_at: Generated<Date | null>
    }
  }
}

export type LostChargeRow = Row<'lost_charges'>

/** Logged charges that have no payment attempt and are not listed yet. */
export async function withoutAttempt(db: Db, logged: readonly LoggedCharge[]): Promise<LoggedCharge[]> {
  if (logged.length === 0) return []
  const ids = logged.map(({ requestId }) => requestId)
  const known = await db
    .selectFrom('payment_attempts')
    .select('request_id')
    .where('request_id', 'in', ids)
    .union(db.selectFrom('lost_charges').select('request_id').where('request_id', 'in', ids))
    .execute()
  const found = new Set(known.map(({ request_id }) => request_id))
  return logged.filter(({ requestId }) => !found.has(requestId))
}

/** Inserts each charge once, whichever process is first. Returns the new ones. */
export async function insertLostCharges(
  tx: Db,
  now: Date,
  charges: readonly LoggedCharge[],
): Promise<{ request_id: string }[]> {
  return tx
    .insertInto('lost_charges')
    .values(
      charges.map((charge) => ({
        request_id: charge.requestId,
        environment: charge.environment,
        realm_id: charge.realmId,
        charge_id: charge.chargeId,
        amount_cents: charge.amountCents,
        description: charge.description,
        sent_at: new Date(charge.at),
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .execute()
}

export async function listLostCharges(db: Db, environment: string): Promise<LostChargeRow[]> {
  return db
    .selectFrom('lost_charges')
    .selectAll()
    .where('environment', '=', environment)
    .where('settled_at', 'is', null)
    .orderBy('sent_at')
    .orderBy('request_id')
    .execute()
}

/** Keeps of each payment of a trial what the log of charges has, as settled; its booking is put away. */
export async function keepTrialCharges(tx: Db, now: Date): Promise<void> {
  await sql`
    insert into lost_charges (request_id, environment, realm_id, charge_id, amount_cents, description, sent_at, found_at, settled_at)
    select request_id, environment, realm_id, charge_id, amount_cents, 'Trial', started_at, ${now}, ${now}
    from payment_attempts where environment <> 'production' on conflict (request_id) do nothing`.execute(tx)
  await tx
    .updateTable('lost_charges')
    .set({ settled_at: now })
    .where('environment', '!=', 'production')
    .where('settled_at', 'is', null)
    .execute()
}

/** Returns the charge; undefined if it is not listed or already settled. */
export async function settleLostCharge(tx: Db, now: Date, requestId: string): Promise<LostChargeRow | undefined> {
  return tx
    .updateTable('lost_charges')
    .set({ settled_at: now })
    .where('request_id', '=', requestId)
    .where('settled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
