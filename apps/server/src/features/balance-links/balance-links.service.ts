import { addresses } from '@arcadia/contract/addresses'
import { errors, type LinkedBalance, type makePayLink, type payLinkedBalance } from '@arcadia/contract/balance-links'
import { type AdminBooking, depositDue, depositMissing } from '@arcadia/contract/bookings'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { redeemOnLink } from '@arcadia/contract/gift-vouchers'
import type { Payment } from '@arcadia/contract/payments'
import { callUs, isPaidByCard } from '@arcadia/contract/site/business-words'
import type { Base } from '../../base.ts'
import type { Reminder } from '../../feature.ts'
import { AppError } from '../../http/app-error.ts'
import { makeLink } from '../../http/links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { checkUntil, depositAwaited } from '../bookings/awaited-deposits.service.ts'
import { applyChange, followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen, withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { type Due, demandDue, readDue } from '../bookings/money-due.service.ts'
import type { Businesses } from '../business/business.service.ts'
import type { Redeeming } from '../gift-vouchers/redeem-vouchers.service.ts'
import { type balanceKind, checkByCard, keyOfToken, readPayment } from '../payments/balance.kind.ts'
import type { createPay } from '../payments/pay.service.ts'
import type { Press } from '../payments/payment-kind.ts'
import { keyPrefixOf, remindingAt } from './balance-links.rules.ts'
import { asksTerms, findLink, isOwing, isPaidWith } from './balance-links.store.ts'

/** No reminder this soon after booking. */
const QUIET_DAYS = 2

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

export const payLinkMade = toldChange({
  name: 'pay-link-made',
  by: { staff: { who: 'the owner or the office', guest: null, owner: null } },
  frees: false,
})

export function createBalanceLinks(
  deps: Pick<Base, 'db' | 'clock' | 'publicUrl' | 'ownerEmail'> & {
    bookings: Pick<Bookings, 'get' | 'read'>
    business: Pick<Businesses, 'get'>
    payments: { pay: ReturnType<typeof createPay>; balance: ReturnType<typeof balanceKind> }
    vouchers: Pick<Redeeming, 'payWith'>
  },
) {
  const { db, clock, bookings, business, payments, vouchers } = deps

  /** Same message whatever is wrong with the link, unless the day is called off; adds the phone number. */
  async function invalid(why: string = errors['balance-link-invalid'].message): Promise<AppError> {
    return new AppError('balance-link-invalid', { message: `${why} ${callUs(await business.get())}` })
  }

  /** @throws AppError `balance-link-invalid` */
  async function getLink(token: string): Promise<Link> {
    const link = await findLink(db, token)
    if (!link) throw await invalid()
    return link
  }

  /** The booking of a link that can still pay. @throws AppError `balance-link-invalid`, `balance-link-paid` */
  async function getOwed({ bookingId }: Link): Promise<AdminBooking & Due> {
    const booking = await bookings.read(bookingId)
    const due = readDue(clock.now(), booking)
    if (!('whyNot' in due)) return { ...booking, ...due }
    if (due.whyNot === 'paid') throw new AppError('balance-link-paid')
    throw await invalid(due.whyNot === 'called-off' ? due.message : undefined)
  }

  return {
    /** @throws AppError `balance-link-invalid`, `balance-link-paid`, `balance-not-by-card` */
    async open(token: string): Promise<LinkedBalance> {
      const booking = await getOwed(await getLink(token))
      const facts = await business.get()
      checkByCard(facts, booking, 1)
      return {
        firstName: booking.firstName,
        selectedDate: booking.selectedDate,
        numberOfGuests: booking.numberOfGuests,
        riders: booking.riders,
        owed: booking.owed,
        deposit: depositDue(booking) ?? null,
        isBalanceByCard: isPaidByCard(facts),
        isPaying: await isPaymentOpen(db, booking.id),
        depositUntil: booking.depositUntil,
        asksTerms: await asksTerms(db, booking.id),
        hasEmail: booking.email !== null,
      }
    },

    /**
     * Pays with a gift voucher, as the booking's account would.
     * @throws AppError `balance-link-invalid`, `balance-link-paid`, `terms-not-accepted`, and those of a voucher's payment
     */
    async redeem(
      { token, code, owed, termsVersion }: Input<typeof redeemOnLink>['body'],
      network: string,
    ): Promise<Output<typeof redeemOnLink>> {
      const link = await getLink(token)
      const { id: bookingId } = await getOwed(link)
      const isAsked = await asksTerms(db, bookingId)
      if (isAsked && !termsVersion) throw new AppError('terms-not-accepted')
      const customer = { id: link.userId, role: 'USER' as const, linkHash: link.tokenHash }
      const asked = { owed, termsVersion: isAsked ? termsVersion : undefined }
      return vouchers.payWith(customer, bookingId, code, network, asked).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'booking-not-found'
          ? new AppError('balance-link-invalid')
          : error
      })
    },

    /**
     * Pays as the booking's account would. A retry gets the first response, even if the link has ended since.
     * @throws AppError `balance-link-invalid`, `balance-link-paid`, `balance-not-by-card`, and those of any payment of a balance
     */
    async pay(press: Omit<Press, 'user'>, { token, termsVersion, ...card }: Input<typeof payLinkedBalance>['body']) {
      const link = await getLink(token)
      const user = { id: link.userId, role: 'USER' as const }
      const key = keyPrefixOf(link.tokenHash) + (press.key ?? keyOfToken(card.paymentToken))
      const isAsked = await asksTerms(db, link.bookingId)
      const terms = { termsVersion: isAsked ? termsVersion : undefined }
      const { bookingId, tokenHash: linkHash } = link
      const balance = { ...press, ...terms, user, linkHash, key, payment: { ...card, bookingId } }
      if (!(await payments.balance.findEarlier(balance))) {
        checkByCard(await business.get(), await getOwed(link), card.amount)
        if (isAsked && !termsVersion) throw new AppError('terms-not-accepted')
      }
      return payments.pay(payments.balance, balance).catch(async (error: unknown) => {
        // The booking just moved to another email and account, so this link has ended.
        throw error instanceof AppError && error.code === 'booking-not-found' ? await invalid() : error
      })
    },

    /**
     * A link for the owner to pass on. With `until`, a pending booking's spots are held for the deposit until then, and the
     * customer is emailed.
     * @throws AppError `booking-not-found`, `invalid-input`, `nothing-owed`, `balance-not-by-card`, `payment-in-progress`
     */
    async make(admin: SignedIn, bookingId: number, until: Date | undefined): Promise<Output<typeof makePayLink>> {
      return withBookingLocked(
        deps,
        () => bookings.get(admin, bookingId),
        async (tx, now, booking) => {
          if (until && booking.status !== 'PENDING') throw new AppError('nothing-owed')
          const { selectedDate } = booking
          if (until) await checkUntil(tx, until, now, selectedDate, depositMissing(booking))
          const depositUntil = until ?? booking.depositUntil
          const due = await demandDue(tx, now, { ...booking, depositUntil })
          checkByCard(await business.get(tx), due, 1)
          const maker = { booking, by: 'staff' as const, adminId: admin.id }
          if (until) await applyChange(tx, now, deps, depositAwaited, maker, { until })
          const before = { depositUntil: booking.depositUntil }
          await followChange(tx, now, deps, payLinkMade, maker, { before, after: { depositUntil } })
          const link = await makeLink(tx, now, { purpose: 'PAY', bookingId, email: booking.email })
          return { link: deps.publicUrl + addresses.payBalance.href(link), depositUntil }
        },
      )
    },

    /** A payment made with this link. @throws AppError `balance-link-invalid`, `payment-not-found` */
    async read(token: string, id: number): Promise<Payment> {
      const { tokenHash, bookingId, userId } = await getLink(token)
      if (!(await isPaidWith(db, tokenHash, bookingId, id))) throw new AppError('payment-not-found')
      return readPayment(db, { id: userId, role: 'USER' }, id)
    },

    /** Based on the owner's due date; none if no due date is set (docs/rules.md §8.2). */
    async reminders(now: Date): Promise<Reminder[]> {
      const { balanceDueDays: daysBefore } = await business.get()
      if (typeof daysBefore !== 'number') return []
      return remindingAt(now, daysBefore).map(({ stage, first, last }) => ({
        kind: `BALANCE_${stage}`,
        first,
        last,
        daysBefore,
        quietDays: QUIET_DAYS,
        isNeeded: isOwing,
        mail: (bookingId, dueOn) => ({ kind: 'balance-reminder', params: { bookingId, dueOn } }),
      }))
    },
  }
}
