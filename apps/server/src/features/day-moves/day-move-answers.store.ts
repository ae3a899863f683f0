import type { MovedDay } from '@arcadia/contract/day-moves'
import type { Db } from '../../database/transaction.ts'
import { stateOf } from './day-moves.rules.ts'

/** A booking's latest called-off day; `state` is current. */
export type Ask = Awaited<ReturnType<typeof listAsks>>[number]

/** The latest called-off day of each of a customer's bookings, or of one of them. */
export async function listAsks(db: Db, userId: number, bookingId?: number) {
  const rows = await db
    .selectFrom('day_move_parties as p')
    .innerJoin('day_moves as m', 'm.id', 'p.move_id')
    .innerJoin('bookings as b', 'b.id', 'p.booking_id')
    .distinctOn('p.booking_id')
    .select([
      'p.move_id as moveId',
      'p.booking_id as bookingId',
      'p.refund_order_id as refundOrderId',
      'm.trip_date as date',
      'm.reason',
      'm.words',
      'm.admin_id as adminId',
      'm.closed_at as closedAt',
      'b.status',
      'b.trip_date as selectedDate',
      'b.email',
    ])
    .where('b.user_id', '=', userId)
    .$if(bookingId !== undefined, (query) => query.where('b.id', '=', bookingId!))
    .orderBy('p.booking_id')
    .orderBy('p.move_id', 'desc')
    .execute()
  return rows.map(({ status, selectedDate, ...row }) => ({
    ...row,
    selectedDate,
    state: answerOf(stateOf({ status, selectedDate }, row, row.refundOrderId !== null)),
  }))
}

function answerOf(state: ReturnType<typeof stateOf>): MovedDay['state'] {
  if (state === 'WAITING') return 'OPEN'
  return state === 'KEPT' ? 'WITHDRAWN' : 'ANSWERED'
}

export async function keepRefundOrder(tx: Db, ask: Ask, orderId: number): Promise<void> {
  await tx
    .updateTable('day_move_parties')
    .set({ refund_order_id: orderId })
    .where('move_id', '=', ask.moveId)
    .where('booking_id', '=', ask.bookingId)
    .execute()
}
