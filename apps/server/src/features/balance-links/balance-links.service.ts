import { errors, type LinkedBalance, type payLinkedBalance } from '@arcadia/contract/balance-links'
import { type AdminBooking, depositAsked } from '@arcadia/contract/bookings'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { redeemOnLink } from '@arcadia/contract/gift-vouchers'
import type { Payment } from '@arcadia/contract/payments'
import type { PaidShare } from '@arcadia/contract/shares'
import { isPaidByCard } from '@arcadia/contract/site/business-words'
import { callUs } from '@arcadia/contract/site/contact-words'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Row } from '../../database/tables.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingOf, tripLink } from '../../http/booking-links.ts'
import { hashToken } from '../../http/sessions.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { isPaymentOpen } from '../bookings/lock-booking.writes.ts'
import { type Due, readDue } from '../bookings/money-due.service.ts'
import type { Businesses } from '../business/business.service.ts'
import type { Redeeming } from '../gift-vouchers/redeem-vouchers.service.ts'
import { type balanceKind, checkByCard, keyOfToken, readPayment } from '../payments/balance.kind.ts'
import type { createPay } from '../payments/pay.service.ts'
import type { Press } from '../payments/payment-kind.ts'
import type { Shares } from '../shares/shares.service.ts'
import { keyPrefixOf } from './balance-links.rules.ts'
import { asksTerms, findLink, isPaidWith } from './balance-links.store.ts'

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>> & {
  share?: Pick<Row<'shares'>, 'id' | 'name' | 'email' | 'is_own'>
}

const SHARE_PAID = "This share is paid. Thank you, there's nothing left to pay."

export function createBalanceLinks(
  deps: Pick<Base, 'db' | 'clock' | 'encryptionKey'> & {
    bookings: Pick<Bookings, 'read' | 'find'>
    business: Pick<Businesses, 'get'>
    shares: Pick<Shares, 'find' | 'readOne'>
    payments: { pay: ReturnType<typeof createPay>; balance: ReturnType<typeof balanceKind> }
    vouchers: Pick<Redeeming, 'payWith'>
  },
) {
  const { db, clock, bookings, business, payments, vouchers, shares } = deps

  /** Same message whatever is wrong with the link, unless the day is called off; adds the phone number. */
  async function invalid(why: string = errors['balance-link-invalid'].message): Promise<AppError> {
    return new AppError('balance-link-invalid', { message: `${why} ${callUs(await business.get())}` })
  }

  /** @throws AppError `balance-link-invalid` */
  async function getLink(token: string): Promise<Link> {
    const link = (await findLink(db, token)) ?? (await findTripLink(deps, token)) ?? (await findShareLink(deps, token))
    if (!link) throw await invalid()
    return link
  }

  /** The booking of a link that can still pay. @throws AppError `balance-link-invalid`, `balance-link-paid` */
  async function getOwed({ bookingId, share }: Link): Promise<Owed> {
    const booking = await bookings.read(bookingId)
    const due = readDue(clock.now(), booking)
    const asked = share ? await shares.readOne(bookingId, share.id) : undefined
    const isPaid = 'whyNot' in due ? due.whyNot === 'paid' : asked?.asks === 0 && !(await isPaymentOpen(db, bookingId))
    if (isPaid) throw new AppError('balance-link-paid', share && { message: SHARE_PAID })
    if (!('whyNot' in due)) return { ...booking, ...due, ...(asked && { owed: asked.asks }), asked: asked ?? null }
    throw await invalid(due.whyNot === 'called-off' ? due.message : undefined)
  }

  const describe = createDescribe(deps)

  return {
    /** @throws AppError `balance-link-invalid`, `balance-link-paid`, `balance-not-by-card` */
    async open(token: string): Promise<LinkedBalance> {
      const link = await getLink(token)
      return describe(link, await getOwed(link))
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
      const isAsked = !link.share && (await asksTerms(db, bookingId))
      if (isAsked && !termsVersion) throw new AppError('terms-not-accepted')
      const customer = { id: link.userId, role: 'USER' as const, linkHash: link.tokenHash }
      const asked = { owed, shareId: link.share?.id, termsVersion: isAsked ? termsVersion : undefined }
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
      const isAsked = !link.share && (await asksTerms(db, link.bookingId))
      const terms = { termsVersion: isAsked ? termsVersion : undefined }
      const { bookingId, tokenHash: linkHash, share } = link
      const balance = { ...press, ...terms, share, user, linkHash, key, payment: { ...card, bookingId } }
      if (!(await payments.balance.findEarlier(balance))) {
        checkByCard(await business.get(), await getOwed(link), card.amount)
        if (isAsked && !termsVersion) throw new AppError('terms-not-accepted')
      }
      return payments.pay(payments.balance, balance).catch(async (error: unknown) => {
        // The booking just moved to another email and account, so this link has ended.
        throw error instanceof AppError && error.code === 'booking-not-found' ? await invalid() : error
      })
    },

    /** The booking of a payment link, whatever it can still pay. */
    find: (token: string) => findLink(db, token),

    /** A payment made with this link. @throws AppError `balance-link-invalid`, `payment-not-found` */
    async read(token: string, id: number): Promise<Payment> {
      const { tokenHash, bookingId, userId } = await getLink(token)
      if (!(await isPaidWith(db, tokenHash, bookingId, id))) throw new AppError('payment-not-found')
      return readPayment(db, { id: userId, role: 'USER' }, id)
    },
  }
}

type Owed = AdminBooking & Due & { asked: PaidShare | null }

/** What anyone with the link sees. */
function createDescribe({ db, clock, business }: Pick<Base, 'db' | 'clock'> & { business: Pick<Businesses, 'get'> }) {
  /** @throws AppError `balance-not-by-card` */
  return async ({ share }: Link, { asked, ...booking }: Owed): Promise<LinkedBalance> => {
    const facts = await business.get()
    checkByCard(facts, booking, 1)
    const when = { today: venueDate(clock.now()), isBalanceByCard: isPaidByCard(facts) }
    return {
      firstName: booking.firstName,
      selectedDate: booking.selectedDate,
      numberOfGuests: booking.numberOfGuests,
      riders: booking.riders,
      privateMorning: booking.privateMorning,
      owed: booking.owed,
      share: share ? { name: share.name, isOwn: share.is_own } : null,
      deposit: asked ? null : (depositAsked(booking, when) ?? null),
      isBalanceByCard: when.isBalanceByCard,
      isPaying: asked ? asked.asks === 0 || asked.state === 'PAYING' : await isPaymentOpen(db, booking.id),
      depositUntil: booking.depositUntil,
      asksTerms: !asked && (await asksTerms(db, booking.id)),
      hasEmail: (share && !share.is_own ? share.email : booking.email) !== null,
    }
  }
}

/** Of a share, which it pays. */
async function findShareLink({ shares }: { shares: Pick<Shares, 'find'> }, token: string): Promise<Link | undefined> {
  const found = await shares.find(token)
  if (!found) return undefined
  const { booking, share } = found
  return { tokenHash: hashToken(token), bookingId: booking.id, userId: booking.userId, share }
}

/** A booking's own link pays like an emailed payment link. */
async function findTripLink(
  { bookings, encryptionKey }: Pick<Base, 'encryptionKey'> & { bookings: Pick<Bookings, 'find'> },
  token: string,
): Promise<Link | undefined> {
  const id = bookingOf(token)
  const booking = id ? await bookings.find(id) : undefined
  if (!booking || !tripLink.isToken(encryptionKey, token, booking)) return undefined
  return { tokenHash: hashToken(token), bookingId: booking.id, userId: booking.userId }
}
