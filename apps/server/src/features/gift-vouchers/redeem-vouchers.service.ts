import { PackageType } from '@arcadia/contract/configuration'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { redeemOnBooking, redeemOnHold, redeemOnLink } from '@arcadia/contract/gift-vouchers'
import { type Cents, formatCents } from '@arcadia/contract/money'
import type { Clock } from '../../clock.ts'
import { type Db, inDayTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { BalanceLinks } from '../balance-links/balance-links.service.ts'
import { acceptTerms, recordBookingEvent } from '../bookings/book-hold.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.service.ts'
import { demandDue, followMoneyIn } from '../bookings/money-due.service.ts'
import { endOfHold } from '../holds/hold-end.service.ts'
import { quoteOfHold } from '../holds/holds.rules.ts'
import { lockHold } from '../holds/place-hold.service.ts'
import { tellOwner } from '../owner-notices/tell-owner.service.ts'
import type { RefundSource, Renewal } from '../refunds/refunds.service.ts'
import { digestOfCode, statusOf, triesFrom, triesOf, WHY_NOT } from './gift-vouchers.rules.ts'
import { type GiftVouchers, readLocked } from './gift-vouchers.service.ts'
import {
  findUseOfHold,
  freeUseOfHold,
  insertUse,
  listPaidByVouchers,
  lockVoucher,
  type VoucherRow,
} from './gift-vouchers.store.ts'

const TOO_MANY = 'Too many wrong codes.'

/** Signed in, or paying by link. */
type Customer = Pick<SignedIn, 'id' | 'role'> & { linkHash?: Buffer }

/** Pays with a voucher's code, and refunds to the voucher. */
export function createRedeeming(deps: {
  db: Db
  clock: Clock
  limits: RateLimits
  addressLimits: RateLimits
  bookings: Pick<Bookings, 'get'>
  balanceLinks: Pick<BalanceLinks, 'readPayable'>
  vouchers: Pick<GiftVouchers, 'renew'>
  ownerEmail: string | undefined
}) {
  const { db, clock, bookings } = deps

  async function giveBack(tx: Db, now: Date, bookingId: number, cents: Cents, renewal?: Renewal): Promise<void> {
    let rest = cents
    for (const { voucherId, cents: paid, hasEnded } of await listPaidByVouchers(tx, now, bookingId)) {
      const back = Math.min(rest, paid)
      if (back === 0 || (hasEnded && !renewal)) continue
      await insertUse(tx, {
        voucher_id: voucherId,
        hold_id: null,
        booking_id: bookingId,
        cents: -back,
        created_at: now,
      })
      if (hasEnded) await deps.vouchers.renew(tx, now, { voucherId, bookingId, worth: back, ...renewal! })
      rest -= back
    }
  }

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

  /**
   * Pays as much of the balance as the voucher has left, under the lock every payment of the booking takes. A booking awaiting
   * its deposit gets exactly the deposit, which confirms it. A retry pays nothing more, because nothing is left or owed.
   * @throws AppError `booking-not-found`, `payment-in-progress`, `nothing-owed`, and those about the code
   */
  const payWith = (
    user: Customer,
    bookingId: number,
    code: string,
    network: string,
    { owed: shown, termsVersion }: { owed?: Cents; termsVersion?: string | undefined } = {},
  ) =>
    countingWrongCodes(user, network, () =>
      withBookingLocked(
        deps,
        () => bookings.get(user, bookingId),
        async (tx, now, booking) => {
          if (booking.userId !== user.id) throw new AppError('booking-not-found')
          const { owed, deposit, isAwaited } = await demandDue(tx, now, booking, { shown })
          const voucher = await readLocked(tx, now, { digest: digestOfCode(code) })
          refuseUnlessGood(voucher, now)
          const due = isAwaited ? deposit : 0
          // If a correction lowered the deposit below what was paid, the balance is due instead.
          const asked = due > 0 ? due : owed
          if (voucher.left < due)
            throw new AppError('voucher-not-good', {
              message: `This voucher has ${formatCents(voucher.left)} left, and the deposit is ${formatCents(due)}. Please pay by card, or call us.`,
            })
          const paid = Math.min(voucher.left, asked)
          await insertUse(tx, {
            voucher_id: voucher.id,
            hold_id: null,
            booking_id: bookingId,
            cents: paid,
            created_at: now,
          })
          if (termsVersion) await acceptTerms(tx, now, bookingId, termsVersion)
          const what = due > 0 ? 'Deposit' : 'Balance'
          await recordBookingEvent(tx, now, bookingId, 'paid', `${what}: ${formatCents(paid)} paid by gift voucher.`)
          const params = { voucherId: voucher.id, bookingId, paid }
          const mail = { kind: 'gift-voucher-redeemed' as const, params }
          const notice = { ownerEmail: deps.ownerEmail, byVoucher: paid }
          await followMoneyIn(tx, now, { id: bookingId, email: booking.email, isAwaited }, mail, notice)
          return { paid, left: voucher.left - paid }
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
    /**
     * Sets aside up to the deposit of the customer's own hold, for as long as the hold lives.
     * @throws AppError `hold-not-found`, `hold-expired`, `spots-taken`, `hold-released`, `payment-in-progress`, `voucher-not-found`, `voucher-not-good`, `too-many-requests`
     */
    redeemOnHold: (
      user: SignedIn,
      holdId: string,
      code: string,
      network: string,
    ): Promise<Output<typeof redeemOnHold>> =>
      countingWrongCodes(user, network, () =>
        inDayTransaction(db, async (tx) => {
          const { now, hold } = await getOwnHold(tx, user, holdId)
          const end = hold.consumed_at ? new AppError('hold-expired') : await endOfHold(tx, now, hold)
          if (end) throw end
          const voucher = await readLocked(tx, now, { digest: digestOfCode(code) })
          const earlier = await findUseOfHold(tx, now, holdId)
          if (earlier?.voucher_id === voucher.id) return { covered: earlier.cents, left: voucher.left }
          refuseUnlessGood(voucher, now)
          await freeUseOfHold(tx, now, holdId)
          const covered = Math.min(voucher.left, depositOf(hold))
          if (covered > 0)
            await insertUse(tx, {
              voucher_id: voucher.id,
              hold_id: holdId,
              booking_id: null,
              cents: covered,
              created_at: now,
            })
          return { covered, left: voucher.left - covered }
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

    /** Pays by link, as the booking's account would. @throws AppError `balance-link-invalid`, `balance-link-paid`, `terms-not-accepted` */
    async redeemOnLink(
      { token, code, owed, termsVersion }: Input<typeof redeemOnLink>['body'],
      network: string,
    ): Promise<Output<typeof redeemOnLink>> {
      const asked = await deps.balanceLinks.readPayable(token, termsVersion)
      const { user, linkHash, bookingId } = asked
      return payWith({ ...user, linkHash }, bookingId, code, network, { ...asked, owed }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'booking-not-found'
          ? new AppError('balance-link-invalid')
          : error
      })
    },

    /** Pays part of a deposit before the card is charged. */
    credit: {
      name: 'gift voucher',
      async ofHold(db: Db, now: Date, holdId: string): Promise<Cents> {
        return (await findUseOfHold(db, now, holdId))?.cents ?? 0
      },
      async lock(tx: Db, now: Date, holdId: string): Promise<void> {
        await lockVoucher(tx, { holdId })
        // An expired or void voucher's amount would count again once the card payment starts, so free it.
        if (!(await findUseOfHold(tx, now, holdId))) await freeUseOfHold(tx, now, holdId)
      },
      async takeBack(tx: Db, now: Date, bookingId: number): Promise<Cents> {
        const { usable, ended } = await restOf(tx, now, bookingId)
        if (ended > 0)
          await tellOwner(tx, now, deps.ownerEmail, { kind: 'voucher-not-refunded', params: { bookingId } })
        await giveBack(tx, now, bookingId, usable)
        return usable
      },
    },

    /** Refunds go to vouchers before the card. */
    refundSource: { restOf, giveBack } satisfies RefundSource,
  }
}

/** What vouchers paid for a booking, net of refunds to them. */
async function restOf(db: Db, now: Date, bookingId: number): Promise<{ usable: Cents; ended: Cents }> {
  const paid = await listPaidByVouchers(db, now, bookingId)
  const sum = (isOfEnded: boolean) =>
    paid.reduce((cents, voucher) => (voucher.hasEnded === isOfEnded ? cents + voucher.cents : cents), 0)
  return { usable: sum(false), ended: sum(true) }
}

function refuseUnlessGood(voucher: VoucherRow, now: Date): void {
  const status = statusOf(voucher, now)
  if (status !== 'GOOD') throw new AppError('voucher-not-good', { message: WHY_NOT[status] })
}

/** The lower of both packages' deposits: the package is chosen later, and the voucher must not overpay. */
function depositOf(hold: Parameters<typeof quoteOfHold>[0] & { number_of_guests: number }): Cents {
  return Math.min(...PackageType.options.map((type) => quoteOfHold(hold, type, hold.number_of_guests).deposit))
}
