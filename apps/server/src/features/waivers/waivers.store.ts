import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { NewRow, Row, Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { digestOf } from './waivers.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    waivers: {
      version: number
      /** Null means no waiver is required. */
      text: string | null
      published_at: Date
      published_by: number
    }
    waiver_signatures: {
      id: Generated<number>
      booking_id: number
      version: number
      idempotency_key: string
      signed_at: Date
      /** This and the fields below are null once blanked. */
      name: string | null
      born_on: string | null
      guardian: string | null
      is_drawn: boolean
      mark: string | null
      address: string | null
      salt: Buffer | null
      blanked_at: Generated<Date | null>
      /** When the owner or the guest marked it as not of the group. */
      left_out_at: Generated<Date | null>
    }
  }
}

export type SignatureRow = Row<'waiver_signatures'>

/** All texts, newest first. */
export function listTexts(db: Db): Promise<Tables['waivers'][]> {
  return db.selectFrom('waivers').selectAll().orderBy('version', 'desc').execute()
}

/** The text in force, if any. */
export async function findWaiver(db: Db): Promise<(Tables['waivers'] & { text: string }) | undefined> {
  const newest = await db.selectFrom('waivers').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
  return newest?.text ? { ...newest, text: newest.text } : undefined
}

export async function insertText(tx: Db, row: Tables['waivers']): Promise<void> {
  await tx.insertInto('waivers').values(row).execute()
}

const trips = (db: Db) =>
  db
    .selectFrom('bookings as b')
    // Everyone on the boat, anglers and riders.
    .select([
      'b.id',
      'b.email',
      'b.trip_date',
      'b.first_name',
      'b.last_name',
      sql<number>`b.number_of_guests + b.riders`.as('wanted'),
    ])

/** The trip of a signature, whatever became of it. */
export const readTrip = (db: Db, bookingId: number) => trips(db).where('b.id', '=', bookingId).executeTakeFirstOrThrow()

/** A booking whose group can still sign: not canceled, trip not over. */
export const findTrip = (db: Db, bookingId: number, today: TripDate) =>
  trips(db)
    .where('b.id', '=', bookingId)
    .where('b.status', '!=', 'CANCELLED')
    .where('b.trip_date', '>=', today)
    .executeTakeFirst()

/** The same, locked against other signatures of the group and changes of status and date. */
export const lockTrip = (tx: Db, bookingId: number, today: TripDate) =>
  trips(tx)
    .where('b.id', '=', bookingId)
    .where('b.status', '!=', 'CANCELLED')
    .where('b.trip_date', '>=', today)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Signatures of these bookings, oldest first. */
export async function listSignatures(
  db: Db,
  bookingIds: readonly number[],
): Promise<(SignatureRow & { text: string })[]> {
  if (bookingIds.length === 0) return []
  return (
    db
      .selectFrom('waiver_signatures as s')
      .innerJoin('waivers as w', 'w.version', 's.version')
      .selectAll('s')
      // Never null, because only a text can be signed.
      .select(sql<string>`w.text`.as('text'))
      .where('s.booking_id', 'in', bookingIds)
      .orderBy('s.id')
      .execute()
  )
}

export async function insertSignature(tx: Db, row: NewRow<'waiver_signatures'>): Promise<SignatureRow> {
  return tx.insertInto('waiver_signatures').values(row).returningAll().executeTakeFirstOrThrow()
}

/** One signature, locked against other changes. */
export const lockSignature = (tx: Db, id: number): Promise<SignatureRow | undefined> =>
  tx.selectFrom('waiver_signatures').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export async function setLeftOut(tx: Db, id: number, at: Date | null): Promise<void> {
  await tx.updateTable('waiver_signatures').set({ left_out_at: at }).where('id', '=', id).execute()
}

/** SQL on booking `b`: true if signatures are missing. */
export const isSomebodyMissing = sql<boolean>`b.number_of_guests + b.riders > (select count(*) from waiver_signatures s
  where s.booking_id = b.id and s.left_out_at is null)`

/** Erases the people of trips before a date; the count, versions and times stay. */
export async function blankSignatures(db: Db, now: Date, before: TripDate): Promise<void> {
  const nothing = { name: null, born_on: null, guardian: null, mark: null, address: null, salt: null }
  await db
    .updateTable('waiver_signatures')
    .set({ ...nothing, blanked_at: now })
    .where('blanked_at', 'is', null)
    .where('booking_id', 'in', (old) => old.selectFrom('bookings').select('id').where('trip_date', '<', before))
    .execute()
}

/** Signatures that don't match the audit log's chain, as sentences. */
export async function listAltered(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('waiver_signatures as s')
    .fullJoin('audit_entries as e', (join) =>
      join
        .on('e.subject_kind', '=', 'waiver-signature')
        .on('e.action', '=', 'waiver.signed')
        .on(sql<boolean>`e.subject_id = s.id::text`),
    )
    .leftJoin('audit_values as v', 'v.entry_id', 'e.id')
    .leftJoin('waivers as w', 'w.version', 's.version')
    .selectAll('s')
    .select(['e.subject_id', 'w.text', sql<string | null>`v.after_value ->> 'digest'`.as('digest')])
    .where(sql<boolean>`s.id is not null or (e.subject_kind = 'waiver-signature' and e.action = 'waiver.signed')`)
    .execute()
  return rows.flatMap((row) => {
    if (row.id === null) return [`waiver signature ${row.subject_id} is missing`]
    if (row.subject_id === null) return [`waiver signature ${row.id} is not in the audit log`]
    if (row.blanked_at) return []
    const is = digestOf(row as SignatureRow & { salt: Buffer }, row.text ?? '')
    return is === row.digest ? [] : [`waiver signature ${row.id} or its text was changed`]
  })
}
