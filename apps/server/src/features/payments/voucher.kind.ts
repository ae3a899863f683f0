import { quote } from '@arcadia/contract/configuration'
import type { GiftVoucher, NewGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { formatCents } from '@arcadia/contract/money'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getUser, lockActiveAccount } from '../accounts/accounts.writes.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import {
  getBought,
  getToPay,
  insertBought,
  issueVoucher,
  lockSold,
  payByAttempt,
} from '../gift-vouchers/gift-vouchers.writes.ts'
import { toGiftVoucher } from '../gift-vouchers/to-gift-voucher.ts'
import { findAttemptByKey } from './attempts.store.ts'
import type { BotCheck } from './bot-check.ts'
import type { PaymentKind, Press, Voucher } from './payment-kind.ts'

interface SitePress extends Press {
  user: SignedIn
  key: string
  voucher: NewGiftVoucher
}

/** For a voucher that the portal sold with a link; it is paid as whoever sold it. */
interface LinkPress extends Press {
  key: string
  linked: { voucherId: number; paymentToken: string; recaptcha?: NewGiftVoucher['recaptcha'] }
}

type VoucherPress = SitePress | LinkPress

/** Pays for a gift voucher, which is stored with its payment and valid once that is captured. */
export function voucherKind(
  deps: Pick<Base, 'db' | 'clock' | 'encryption'> & { botCheck: BotCheck },
): PaymentKind<Voucher, VoucherPress, GiftVoucher> {
  const { db, clock } = deps

  async function findEarlier(tx: Db, press: VoucherPress) {
    const attempt = await findAttemptByKey(tx, press.user.id, press.key)
    if (!attempt) return undefined
    const { purpose } = attempt
    if (purpose.kind !== 'GIFT_VOUCHER') throw new AppError('key-reused')
    // A link's keys are its own, and it sells one voucher.
    if ('voucher' in press && !isSameGift(await getBought(tx, clock.now(), attempt.id), press.voucher))
      throw new AppError('key-reused')
    return { isNew: false, attempt: { ...attempt, purpose } }
  }

  return {
    kind: 'GIFT_VOUCHER',
    describe: () => 'Gift voucher',
    findEarlier: (press) => findEarlier(db, press),

    async begin(press, write) {
      const { recaptcha } = 'voucher' in press ? press.voucher : press.linked
      const hasBotToken = await deps.botCheck.verify(recaptcha, press.address)
      if ('linked' in press)
        return inTransaction(db, clock, async (tx, now) => {
          // A concurrent duplicate waits here, then finds the first.
          await lockSold(tx, press.linked.voucherId)
          return (await findEarlier(tx, press)) ?? writeLinked(tx, now, press.linked, hasBotToken, write)
        })
      return inTransaction(db, clock, async (tx, now) => {
        // A concurrent duplicate waits here, then finds the first.
        await lockActiveAccount(tx, press.user.id)
        const earlier = await findEarlier(tx, press)
        if (earlier) return earlier
        const { voucher } = press
        await refuseOtherPrice(tx, voucher)
        const buyer = await getUser(tx, press.user.id)
        const bookingData = {
          selectedDate: venueDate(now),
          numberOfGuests: 1,
          packageType: 'STANDARD' as const,
          ...voucher.trip,
          firstName: buyer.first_name ?? press.user.username,
          lastName: buyer.last_name ?? '',
          email: buyer.email,
          phone: buyer.phone_number ?? '',
        }
        const begun = await write(tx, now, {
          purpose: { kind: 'GIFT_VOUCHER' },
          amountCents: voucher.amount,
          bookingData,
          cardToken: voucher.paymentToken,
          hasBotToken,
        })
        if ('attempt' in begun) await insertBought(tx, now, deps, voucher, begun.attempt.id)
        return begun
      })
    },

    answer: async (attempt) => toGiftVoucher(deps, await getBought(db, clock.now(), attempt.id)),

    async onCaptured(tx, now, attempt) {
      const { id } = await getBought(tx, now, attempt.id)
      await issueVoucher(tx, now, id)
      const to = attempt.booking_data.email
      await enqueueMail(tx, now, { kind: 'gift-voucher-bought', to, params: { voucherId: id } })
      return undefined
    },

    async onNotPaid(tx, now, attempt) {
      // An immediate refusal was already shown on the page.
      if (attempt.state.is === 'asking') return
      const { id } = await getBought(tx, now, attempt.id)
      const to = attempt.booking_data.email
      await enqueueMail(tx, now, { kind: 'gift-voucher-not-paid', to, params: { voucherId: id } })
    },
  }
}

type Kind = PaymentKind<Voucher, VoucherPress, GiftVoucher>

/** Writes the next try to pay for a voucher that the portal sold. */
async function writeLinked(
  tx: Db,
  now: Date,
  { voucherId, paymentToken: cardToken }: LinkPress['linked'],
  hasBotToken: boolean,
  write: Parameters<Kind['begin']>[1],
): ReturnType<Kind['begin']> {
  const { cents, sender_name, buyer_email, buyer_phone } = await getToPay(tx, now, voucherId)
  const bookingData = {
    selectedDate: venueDate(now),
    numberOfGuests: 1,
    packageType: 'STANDARD' as const,
    firstName: sender_name,
    lastName: '',
    email: buyer_email,
    phone: buyer_phone ?? '',
  }
  const purpose = { kind: 'GIFT_VOUCHER' as const }
  const begun = await write(tx, now, { purpose, amountCents: cents, bookingData, cardToken, hasBotToken })
  if ('attempt' in begun) await payByAttempt(tx, voucherId, begun.attempt.id)
  return begun
}

const isSameGift = (made: Awaited<ReturnType<typeof getBought>>, asked: NewGiftVoucher) =>
  made.cents === asked.amount &&
  made.sender_name === asked.senderName &&
  made.recipient_name === asked.recipientName &&
  made.recipient_email === asked.recipientEmail &&
  made.words === asked.words &&
  made.send_on === asked.sendOn

/** A voucher for a trip must match today's price. */
async function refuseOtherPrice(tx: Db, { amount, trip }: NewGiftVoucher): Promise<void> {
  if (!trip) return
  const { total } = quote(await getConfig(tx), trip.packageType, trip.numberOfGuests)
  if (amount === total) return
  const message = `That trip costs ${formatCents(total)} today.`
  throw new AppError('payment-differs', { message, path: 'amount' })
}
