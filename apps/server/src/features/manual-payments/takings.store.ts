import { ManualMethod, type Takings } from '@arcadia/contract/admin/manual-payments'
import { type TripDate, VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    hand_overs: {
      id: Generated<number>
      /** Who took the money. */
      person_id: number
      method: ManualMethod
      amount_cents: number
      /** Who has it now. */
      admin_id: number
      idempotency_key: string | null
      created_at: Date
      undone_at: Generated<Date | null>
      undone_by: Generated<number | null>
    }
    handed_over: { payment_id: number; hand_over_id: number | null }
  }
}

/**
 * SQL: the entries that nobody handed over, each with who has the money. What was removed as a mistake is the mistake of whoever wrote
 * it down; what was given back was given by whoever says so.
 */
const open = sql`
  select p.id, case when p.is_given_back then p.admin_id else coalesce(o.admin_id, p.admin_id) end as person_id, p.method,
    p.amount_cents as cents, p.created_at
  from manual_payments p left join manual_payments o on o.id = p.reverses
  where not exists (select from handed_over h where h.payment_id = p.id)`

const startOf = (day: TripDate) => sql`${day}::timestamp at time zone ${VENUE_TIME_ZONE}`

interface Person extends Pick<Takings, 'personId' | 'name' | 'taken'> {
  isOwner: boolean
}

/** What each person, or one of them, has not handed over; of owners, what they took on the day. */
export async function listOpenTakings(db: Db, day: TripDate, personId: number | undefined): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id as "personId", person_name(u) as name, u.position is not distinct from 'OWNER' as "isOwner",
      json_agg(json_build_object('method', method, 'amount', cents, 'since', since)
        order by array_position(${ManualMethod.options}::text[], method)) as taken
    from (
      select person_id, method, sum(cents)::integer as cents, min((open.created_at at time zone ${VENUE_TIME_ZONE})::date) as since
      from (${open}) open join users taker on taker.id = person_id
      where taker.position is distinct from 'OWNER' or open.created_at >= ${startOf(day)}
      group by 1, 2 having sum(cents) <> 0) t
    join users u on u.id = t.person_id
    where ${personId === undefined} or u.id = ${personId ?? 0}
    group by u.id order by u.id`.execute(db)
  return rows
}

export type KeptHandOver = Takings['handedOver'][number] & Pick<Takings, 'personId' | 'name'>

/** What each person, or one of them, handed over on the day. */
export async function listHandOvers(db: Db, day: TripDate, personId: number | undefined): Promise<KeptHandOver[]> {
  const { rows } = await sql<KeptHandOver>`
    select h.id, h.method, h.amount_cents as amount, person_name(taker) as to, h.created_at as at,
      h.person_id as "personId", person_name(u) as name
    from hand_overs h join users u on u.id = h.person_id join users taker on taker.id = h.admin_id
    where h.undone_at is null and h.created_at >= ${startOf(day)} and (${personId === undefined} or u.id = ${personId ?? 0})
    order by h.id`.execute(db)
  return rows
}

/** Waits for whoever settles up with this person at the same time. */
export async function lockTaker(tx: Db, id: number): Promise<{ position: string | null } | undefined> {
  return tx.selectFrom('users').select('position').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Hands over all that is open of a method; false if that is not the amount. */
export async function insertHandOver(tx: Db, made: NewRow<'hand_overs'>): Promise<boolean> {
  const { rows } = await sql`
    with open as (
      select id, cents from (${open}) open where person_id = ${made.person_id} and method = ${made.method}),
    made as (
      insert into hand_overs (person_id, method, amount_cents, admin_id, idempotency_key, created_at)
      select ${made.person_id}, ${made.method}, ${made.amount_cents}, ${made.admin_id}, ${made.idempotency_key}, ${made.created_at}
      where (select sum(cents) from open) = ${made.amount_cents} returning id)
    insert into handed_over (payment_id, hand_over_id) select open.id, made.id from open, made returning hand_over_id`.execute(
    tx,
  )
  return rows.length > 0
}

export const findHandOver = (db: Db, id: number) =>
  db.selectFrom('hand_overs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Its entries are open again. */
export async function undoHandOver(tx: Db, now: Date, id: number, adminId: number): Promise<void> {
  await tx.updateTable('hand_overs').set({ undone_at: now, undone_by: adminId }).where('id', '=', id).execute()
  await tx.deleteFrom('handed_over').where('hand_over_id', '=', id).execute()
}
