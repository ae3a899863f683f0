import type { DayMove, DayMoveReason, MovedParty } from '@arcadia/contract/day-moves'
import type { Page } from '@arcadia/contract/lists'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import { readPage, type Window } from '../../database/read-page.ts'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { MailKind } from '../../mail/mail-kinds.ts'
import { stateOf } from './day-moves.rules.ts'

/** As stored: its groups' links are derived. */
export type KeptMove = Omit<DayMove, 'parties'> & { parties: Omit<MovedParty, 'link'>[] }

declare module '../../database/tables.ts' {
  interface Tables {
    day_moves: {
      id: Generated<number>
      trip_date: string
      reason: DayMoveReason
      words: string | null
      admin_id: number
      created_at: Date
      closed_at: Generated<Date | null>
    }
    day_move_parties: {
      move_id: number
      booking_id: number
      asked_at: Date
      refund_order_id: Generated<number | null>
      reached_at: Generated<Date | null>
      reached_by: Generated<number | null>
    }
  }
}

export async function insertDayMove(tx: Db, move: NewRow<'day_moves'>): Promise<number> {
  const { id } = await tx.insertInto('day_moves').values(move).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether a day has confirmed or pending bookings. */
export async function hasBookings(tx: Db, date: TripDate): Promise<boolean> {
  const booking = await tx
    .selectFrom('bookings')
    .select('id')
    .where('trip_date', '=', date)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .executeTakeFirst()
  return booking !== undefined
}

/** SQL on booking `b`: confirmed, or pending without a payment that decides what becomes of it. */
const toAsk = sql`(b.status = 'CONFIRMED' or b.status = 'PENDING' and not has_open_payment(b.id))`

/** Adds an open move's groups that have not been asked yet, and returns them. */
export async function insertParties(
  tx: Db,
  now: Date,
  moveId: number,
): Promise<{ id: number; date: TripDate; awaitsDeposit: boolean }[]> {
  const { rows } = await sql<{ id: number; date: TripDate; awaitsDeposit: boolean }>`
    with asked as (
      insert into day_move_parties (move_id, booking_id, asked_at)
      select m.id, b.id, ${now} from day_moves m
      join bookings b on b.trip_date = m.trip_date and ${toAsk}
      where m.id = ${moveId} and m.closed_at is null
      on conflict do nothing returning booking_id)
    select b.id, b.trip_date as date, b.deposit_until is not null as "awaitsDeposit"
    from bookings b join asked on asked.booking_id = b.id order by b.id`.execute(tx)
  return rows
}

/** Open moves with groups that have not been asked yet. */
export async function listMovesToAsk(db: Db): Promise<{ id: number; date: TripDate }[]> {
  const { rows } = await sql<{ id: number; date: TripDate }>`
    select m.id, m.trip_date as date from day_moves m
    where m.closed_at is null and exists (
      select from bookings b where b.trip_date = m.trip_date and ${toAsk} and not exists (
        select from day_move_parties p where p.move_id = m.id and p.booking_id = b.id))
    order by m.trip_date`.execute(db)
  return rows
}

/** True only for the call that closed it. */
export async function closeMove(tx: Db, now: Date, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('day_moves')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if nothing changed; the first person to check it off is kept. */
export async function setReached(
  tx: Db,
  party: { moveId: number; bookingId: number },
  reached: { at: Date; by: number } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('day_move_parties')
    .set({ reached_at: reached?.at ?? null, reached_by: reached?.by ?? null })
    .where('move_id', '=', party.moveId)
    .where('booking_id', '=', party.bookingId)
    .where('reached_at', reached ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const moves = (db: Db) =>
  db
    .selectFrom('day_moves')
    .select(['id', 'trip_date as date', 'reason', 'words', 'created_at as createdAt', 'closed_at as closedAt'])

/** @throws AppError `day-move-not-found` */
export async function getDayMove(db: Db, today: TripDate, id: number): Promise<KeptMove> {
  const found = await moves(db).where('id', '=', id).execute()
  const [move] = await withParties(db, today, found)
  if (!move) throw new AppError('day-move-not-found')
  return move
}

/** Open ones by date, then closed ones, latest first. */
export function listMoves(db: Db, today: TripDate, window: Window): Promise<Page<KeptMove>> {
  const found = moves(db)
    .orderBy(sql`closed_at is not null`)
    .orderBy(sql`case when closed_at is null then trip_date end`)
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(window, found, async (page) => withParties(db, today, await page.execute()))
}

async function withParties(db: Db, today: TripDate, found: Omit<DayMove, 'parties'>[]): Promise<KeptMove[]> {
  const ids = found.map(({ id }) => id)
  const rows = await db
    .selectFrom('day_move_parties as p')
    .innerJoin('day_moves as d', 'd.id', 'p.move_id')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .leftJoin('refund_orders as o', 'o.id', 'p.refund_order_id')
    .leftJoin('users as reacher', 'reacher.id', 'p.reached_by')
    .leftJoinLateral(
      (inner) =>
        inner
          .selectFrom('outbox_mails as m')
          .select(['m.id', 'm.status'])
          .whereRef('m.booking_id', '=', 'b.id')
          .where(
            'm.kind',
            '=',
            sql<MailKind>`case when d.closed_at is null then 'day-move-asked' else 'day-move-withdrawn' end`,
          )
          .where(sql<boolean>`(m.params ->> 'moveId')::integer = p.move_id`)
          .orderBy('m.id', 'desc')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .select([
      'p.move_id',
      'p.refund_order_id',
      sql<MovedParty['call']>`to_call(p, ${today})`.as('call'),
      'p.reached_at',
      sql<string | null>`person_name(reacher)`.as('reached_by'),
      'b.id',
      'b.trip_date',
      'b.status',
      'b.first_name',
      'b.last_name',
      'b.email',
      'b.phone',
      'b.number_of_guests',
      'b.confirmation_number',
      'o.outcome',
      'mail.id as mail_id',
      'mail.status as mail_status',
      sql<number>`(select coalesce(sum(amount_cents), 0)::integer from refunds where order_id = o.id)`.as('cents'),
      sql<number>`to_give_back(b)`.as('to_give_back'),
    ])
    .where('p.move_id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('b.id')
    .execute()
  return found.map((move) => ({
    ...move,
    parties: rows
      .filter(({ move_id }) => move_id === move.id)
      .map((row): KeptMove['parties'][number] => ({
        bookingId: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        phone: row.phone,
        numberOfGuests: row.number_of_guests,
        confirmationNumber: row.confirmation_number,
        state: stateOf({ status: row.status, selectedDate: row.trip_date }, move, row.refund_order_id !== null),
        movedTo: row.trip_date === move.date ? null : row.trip_date,
        refund: row.refund_order_id === null ? null : { amount: row.cents, status: row.outcome },
        toGiveBack: row.to_give_back,
        call: row.call,
        reached: row.reached_at && row.reached_by ? { at: row.reached_at, by: row.reached_by } : null,
        mail: row.mail_id === null || row.mail_status === null ? null : { id: row.mail_id, status: row.mail_status },
      })),
  }))
}
