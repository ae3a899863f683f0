import type { Input, Output } from '@arcadia/contract/endpoint'
import { type redeemOnBooking, type redeemOnHold, whyNot } from '@arcadia/contract/gift-vouchers'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import { type Db, inDayTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Runner } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { acceptTerms, getFrozenPrices } from '../bookings/bookings.writes.ts'
import { isPaymentOpen, type LockedBooking, withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { demandDue, followMoneyIn, paid as paidToward, saysPaid } from '../bookings/money-due.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { endOfHold } from '../holds/hold-end.ts'
import { lockHold } from '../holds/holds.writes.ts'
import { demandShare, settleShare } from '../shares/shares.writes.ts'
import { coverHold, tellGivers } from './cover-booking.service.ts'
import { digestOfCode, payFrom, statusOf, triesFrom, triesOf } from './gift-vouchers.rules.ts'
import { findSetAside, freeUseOfHold, insertUses, type VoucherRow } from './gift-vouchers.store.ts'
import { readLocked } from './gift-vouchers.writes.ts'

const TOO_MANY = 'Too many wrong codes.'

/** Signed in, or paying by link. */
type Customer = Pick<SignedIn, 'id' | 'role'> & { linkHash?: Buffer }

/** Says whom to call about a voucher that ended. */
interface Refusing {
  business: Pick<Businesses, 'get'>
}

export type Redeeming = ReturnType<typeof createRedeeming>

/** Pays with a voucher's code. */
export function createRedeeming(
  deps: Runner &
    Refusing &
    Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits'> & { bookings: Pick<Bookings, 'get'> },
) {
  const { db, clock, bookings } = deps

  /** Spends a try before looking up the code, and gives it back unless the code was wrong, so codes can't be brute-forced. */
  async function countingWrongCodes<T>(user: Customer, network: string, work: () => Promise<T>): Promise<T> {
    const tries = triesOf(user.linkHash?.toString('base64url') ?? user.id)
    await deps.limits.spend(tries, TOO_MANY)
    await deps.addressLimits.spend(triesFrom(network), TOO_MANY)
    const isWrong = (error: unknown) => error instanceof AppError && error.code === 'voucher-not-found'
    const giveTryBack = async () => {
      await deps.limits.giveBack(tries)
      await deps.addressLimits.giveBack(triesFrom(network))
    }
    const result = await work().catch(async (error: unknown) => {
      if (!isWrong(error)) await giveTryBack()
      throw error
    })
    await giveTryBack()
    return result
  }

  /** @throws AppError `booking-not-found`, `payment-in-progress`, `nothing-owed`, and those about the code */
  const payWith = (user: Customer, bookingId: number, code: string, network: string, asked: Asked = {}) =>
    countingWrongCodes(user, network, () =>
      withBookingLocked(
        deps,
        () => bookings.get(user, bookingId),
        (tx, now, booking) => {
          if (booking.userId !== user.id) throw new AppError('booking-not-found')
          return payToward(tx, now, deps, booking, code, asked)
        },
      ),
    )

  /** Locks the hold and its day. @throws AppError `hold-not-found`, `payment-in-progress` */
  async function getOwnHold(tx: Db, user: SignedIn, holdId: string) {
    const locked = await lockHold(tx, clock, user.id, holdId)
    if (!locked) throw new AppError('hold-not-found')
    if (await isPaymentOpen(tx, { holdId })) throw new AppError('payment-in-progress')
    return locked
  }

  return {
    payWith,

    /**
     * Sets aside up to the total of the customer's own hold, for as long as the hold lives.
     * @throws AppError `hold-not-found`, `hold-expired`, `spots-taken`, `hold-released`, `payment-in-progress`, `voucher-not-found`, `voucher-not-good`, `too-many-requests`
     */
    redeemOnHold: (
      user: SignedIn,
      holdId: string,
      { code, ...chosen }: Input<typeof redeemOnHold>['body'],
      network: string,
    ): Promise<Output<typeof redeemOnHold>> =>
      countingWrongCodes(user, network, () =>
        inDayTransaction(db, async (tx) => {
          const { now, hold } = await getOwnHold(tx, user, holdId)
          if (hold.consumed_at) throw new AppError('hold-expired')
          const end = await endOfHold(tx, now, hold)
          if (end) throw end.why
          const { id } = await readLocked(tx, now, { digest: digestOfCode(code) })
          return coverHold(tx, now, hold, chosen, id, (voucher) => refuseUnlessGood(tx, now, deps, voucher))
        }),
      ),

    /** @throws AppError `hold-not-found`, `payment-in-progress` */
    takeOffHold: (user: SignedIn, holdId: string): Promise<void> =>
      inDayTransaction(db, async (tx) => {
        const { now, hold } = await getOwnHold(tx, user, holdId)
        if (!hold.consumed_at) await freeUseOfHold(tx, now, holdId)
      }),

    async redeemOnBooking(
      user: SignedIn,
      bookingId: number,
      code: string,
      network: string,
    ): Promise<Output<typeof redeemOnBooking>> {
      const paid = await payWith(user, bookingId, code, network)
      return { ...paid, booking: await bookings.get(user, bookingId) }
    },
  }
}

interface Asked {
  /** The balance that the payer was shown. */
  owed?: Cents
  /** The share that it pays, or a part of it. */
  shareId?: number | undefined
  termsVersion?: string | undefined
}

/**
 * Pays as much of what is owed as the voucher can, under the lock every payment of the booking takes. A booking awaiting its
 * deposit gets at least that, which confirms it. A retry pays nothing more, because nothing is left or owed.
 */
async function payToward(
  tx: Db,
  now: Date,
  deps: Runner & Refusing,
  booking: LockedBooking,
  code: string,
  { owed: shown, shareId, termsVersion }: Asked,
): Promise<{ paid: Cents; left: Cents }> {
  const bookingId = booking.id
  const { deposit, isAwaited, ...due } = await demandDue(tx, now, booking, shareId ? { shareId } : { shown })
  const owed = shareId ? (await demandShare(tx, bookingId, shareId, shown)).asks : due.owed
  const voucher = await readLocked(tx, now, { digest: digestOfCode(code) })
  await refuseUnlessGood(tx, now, deps, voucher)
  const { packageType, numberOfGuests } = booking
  const use = payFrom(voucher, { prices: await getFrozenPrices(tx, bookingId), packageType, numberOfGuests }, owed)
  const { cents: paid } = use
  if (isAwaited && paid < deposit)
    throw new AppError('voucher-not-good', {
      message: `This gift has ${formatCents(paid)} left, and the deposit is ${formatCents(deposit)}. Please pay it by card.`,
    })
  const says = await saysPaid(tx, { bookingId, shareIds: [shareId], cents: paid, how: 'by gift' })
  if (shareId) await settleShare(tx, bookingId, shareId, paid)
  const about = { voucher_id: voucher.id, hold_id: null, booking_id: bookingId, share_id: shareId ?? null }
  await insertUses(tx, { ...about, ...use, created_at: now })
  if (termsVersion) await acceptTerms(tx, now, bookingId, termsVersion)
  const maker = { by: 'voucher' as const, booking: bookingId, isAwaited }
  await followMoneyIn(tx, now, deps, paidToward, maker, {
    says,
    params: { voucherId: voucher.id, paid, byVoucher: paid },
  })
  await tellGivers(tx, now, bookingId)
  return { paid, left: (await readLocked(tx, now, { id: voucher.id })).left }
}

async function refuseUnlessGood(tx: Db, now: Date, { business }: Refusing, voucher: VoucherRow): Promise<void> {
  const status = statusOf(voucher, now)
  if (status === 'GOOD') return
  const setAside = await findSetAside(tx, now, voucher.id)
  throw new AppError('voucher-not-good', { message: whyNot({ status, setAside }, await business.get(tx)) })
}
