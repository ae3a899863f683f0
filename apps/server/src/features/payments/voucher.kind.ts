import type { Input } from '@arcadia/contract/endpoint'
import type { GiftVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { getBought, getToPay, issueVoucher, lockUnpaid, payByAttempt } from '../gift-vouchers/gift-vouchers.writes.ts'
import { toGiftVoucher } from '../gift-vouchers/to-gift-voucher.ts'
import { findAttemptByKey } from './attempts.store.ts'
import type { BotCheck } from './bot-check.ts'
import type { PaymentKind, Press, Voucher } from './payment-kind.ts'

/** By the voucher's link, whoever is signed in. */
interface VoucherPress extends Press {
  key: string
  voucherId: number
  card: Omit<Input<typeof payLinkedVoucher>['body'], 'token'>
}

type Kind = PaymentKind<Voucher, VoucherPress, GiftVoucher>

/** Pays for a gift voucher that was ordered on the site or sold with a link. It is valid once that is captured. */
export function voucherKind(deps: Pick<Base, 'db' | 'clock' | 'encryption'> & { botCheck: BotCheck }): Kind {
  const { db, clock } = deps

  /** A link's keys are its own, and it pays for one voucher. */
  async function findEarlier(tx: Db, press: VoucherPress) {
    const attempt = await findAttemptByKey(tx, press.user.id, press.key)
    if (!attempt) return undefined
    const { purpose } = attempt
    if (purpose.kind !== 'GIFT_VOUCHER') throw new AppError('key-reused')
    return { isNew: false, attempt: { ...attempt, purpose } }
  }

  return {
    kind: 'GIFT_VOUCHER',
    describe: () => 'Gift voucher',
    findEarlier: (press) => findEarlier(db, press),

    async begin(press, write) {
      const { voucherId, card } = press
      const hasBotToken = await deps.botCheck.verify(card.recaptcha, press.address)
      return inTransaction(db, clock, async (tx, now) => {
        // A concurrent duplicate waits here, then finds the first.
        await lockUnpaid(tx, voucherId)
        const earlier = await findEarlier(tx, press)
        if (earlier) return earlier
        const { cents, sender_name, buyer_email, buyer_phone, trip_package, trip_anglers } = await getToPay(
          tx,
          now,
          voucherId,
        )
        const begun = await write(tx, now, {
          purpose: { kind: 'GIFT_VOUCHER' },
          amountCents: cents,
          bookingData: {
            selectedDate: venueDate(now),
            numberOfGuests: trip_anglers ?? 1,
            packageType: trip_package ?? 'STANDARD',
            firstName: sender_name,
            lastName: '',
            email: buyer_email,
            phone: buyer_phone ?? '',
          },
          cardToken: card.paymentToken,
          hasBotToken,
        })
        if ('attempt' in begun) await payByAttempt(tx, voucherId, begun.attempt.id)
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
