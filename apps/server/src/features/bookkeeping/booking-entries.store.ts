import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { BookingEntry, PaidFor } from './booking-entry.ts'
import { entries } from './season-money.store.ts'

/** The entries of a booking, of the sale of a gift voucher, or of a tip, oldest first, without those that were written down by mistake and removed. */
export async function listBookingEntries(db: Db, of: PaidFor): Promise<BookingEntry[]> {
  const { rows } = await sql<BookingEntry>`
    select e.part, e.row, e.at, e.method, e.kind, e.cents, a.card_brand as "cardBrand", a.last4,
      coalesce(e.part = 0 and a.kind = 'ANGLER', false) as "isAngler", s.id as "shareId",
      s.name as share, case when not s.is_own then s.name end as payer
    from ${entries} e
      left join refunds r on e.part in (1, 4) and r.id = e.row
      left join payment_attempts a on a.id = case when e.part = 0 then e.row else r.attempt_id end
      left join manual_payments p on e.part = 2 and p.id = e.row
      left join manual_payments back on back.reverses = p.id
      left join gift_voucher_uses u on e.part = 3 and u.id = e.row
      left join shares s on s.id = coalesce(r.share_id, a.share_id, p.share_id, u.share_id)
    where ${isOf(of)} and e.kind <> 'TAKEN_BACK' and (back.id is null or back.is_given_back)
    order by e.at, e.part, e.row`.execute(db)
  return rows
}

function isOf(of: PaidFor) {
  if ('bookingId' in of) return sql`e.booking_id = ${of.bookingId}`
  return 'tipId' in of ? sql`e.tip_id = ${of.tipId}` : sql`e.voucher_id = ${of.voucherId} and e.booking_id is null`
}
