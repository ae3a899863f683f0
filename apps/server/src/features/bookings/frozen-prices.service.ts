import type { Db } from '../../database/transaction.ts'

/** The prices frozen in a booking's hold. Demo data has no holds, so today's prices are used. */
export async function getFrozenPrices(tx: Db, bookingId: number) {
  const { riderPrice, ...prices } = await tx
    .selectFrom('bookings as b')
    .innerJoin('booking_config as c', (join) => join.onTrue())
    .leftJoin('holds as h', 'h.booking_id', 'b.id')
    .select(({ fn }) => [
      fn.coalesce('h.deposit_per_guest_cents', 'c.deposit_per_guest_cents').as('depositPerGuest'),
      fn.coalesce('h.standard_package_price_cents', 'c.standard_package_price_cents').as('standardPackagePrice'),
      fn.coalesce('h.trophy_package_price_cents', 'c.trophy_package_price_cents').as('trophyPackagePrice'),
      'h.rider_price_cents as riderPrice',
    ])
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return { ...prices, ...(riderPrice !== null && { riderPrice }) }
}
