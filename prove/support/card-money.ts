import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import { recordChargeback, winChargeback } from '@arcadia/contract/admin/chargebacks'
import { listGiftVouchers, recordVoucherChargeback, winVoucherChargeback } from '@arcadia/contract/admin/gift-vouchers'
import { listTips, recordTipChargeback, refundTip, winTipChargeback } from '@arcadia/contract/admin/tips'
import { orderGiftVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { payTip } from '@arcadia/contract/tips'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Client } from './client.ts'
import type { Random } from './random.ts'

/** A trip that takes tips, and the link that its group has. */
export interface TippedTrip {
  id: number
  linked: { token: string }
}

interface Players {
  owner: string
  name: string
  tipped: TippedTrip[]
  /** Of a card that is charged, or of one that triggers a fault. */
  cardToken(random: Random): Promise<string>
  aBooking(random: Random): { id: number } | undefined
}

/** Card money apart from the price of a trip: tips, bought gift vouchers, and disputes that are lost and won. */
export function cardMoney({ owner: token, name, tipped, cardToken, aBooking }: Players) {
  let made = 0
  const taken = () => ({ takenOn: venueDate(new Date()), description: 'Not as described' })
  const partOf = (random: Random, amount: number) => (random.percent(50) ? amount : Math.max(1, Math.floor(amount / 2)))

  async function aTip(server: Client, random: Random) {
    if (!tipped.length) return undefined
    const tips = await server.answer(listTips, { token, params: { id: random.pick(tipped).id } })
    return tips.status === 200 && tips.body.length ? random.pick(tips.body) : undefined
  }

  async function aVoucher(server: Client, random: Random) {
    const found = await server.answer(listGiftVouchers, { token, query: {} })
    const bought = found.status === 200 ? found.body.content.filter(({ charge }) => charge) : []
    return bought.length ? random.pick(bought) : undefined
  }

  async function aDisputed(server: Client, random: Random) {
    const booking = aBooking(random)
    const found = booking && (await server.answer(getAdminBooking, { token, params: { id: booking.id } }))
    return found?.status === 200 && found.body.charges.length ? found.body : undefined
  }

  const lose = {
    async booking(server: Client, random: Random) {
      const booking = await aDisputed(server, random)
      if (!booking) return
      const { id: paymentId, amount, refundedAmount } = random.pick(booking.charges)
      const body = { ...taken(), paymentId, amount: partOf(random, amount - refundedAmount) }
      const stillOwes = random.percent(50)
      await server.answer(recordChargeback, { token, params: { id: booking.id }, body: { ...body, stillOwes } })
    },
    async voucher(server: Client, random: Random) {
      const voucher = await aVoucher(server, random)
      if (!voucher?.charge?.left) return
      const body = { ...taken(), amount: partOf(random, voucher.charge.left) }
      await server.answer(recordVoucherChargeback, { token, params: { id: voucher.id }, body })
    },
    async tip(server: Client, random: Random) {
      const tip = await aTip(server, random)
      if (!tip?.refundable) return
      const body = { ...taken(), amount: partOf(random, tip.refundable) }
      await server.answer(recordTipChargeback, { token, params: { id: tip.id }, body })
    },
  }

  const win = {
    async booking(server: Client, random: Random) {
      const booking = await aDisputed(server, random)
      const lost = booking?.refunds.findLast(({ kind }) => kind === 'CHARGED_BACK')
      if (lost) await server.answer(winChargeback, { token, params: { id: booking!.id, orderId: lost.id } })
    },
    async voucher(server: Client, random: Random) {
      const voucher = await aVoucher(server, random)
      if (voucher?.charge?.takenBack) await server.answer(winVoucherChargeback, { token, params: { id: voucher.id } })
    },
    async tip(server: Client, random: Random) {
      const tip = await aTip(server, random)
      if (tip?.isChargedBack) await server.answer(winTipChargeback, { token, params: { id: tip.id } })
    },
  }

  return {
    async tip(server: Client, random: Random) {
      if (!tipped.length) return
      const payer = { name: 'Sam', email: `sam-${random.between(1, 5)}@example.com` }
      const paid = { amount: random.pick([5, 20, 49.99, 1000]), paymentToken: await cardToken(random) }
      const headers = { 'idempotency-key': `${name}-tip-${++made}` }
      await server.answer(payTip, { headers, body: { ...random.pick(tipped).linked, ...payer, ...paid } })
    },
    async giveTipBack(server: Client, random: Random) {
      const tip = await aTip(server, random)
      if (!tip?.refundable) return
      const body = random.percent(50) ? {} : { amount: partOf(random, tip.refundable) }
      await server.answer(refundTip, { token, params: { id: tip.id }, body })
    },
    async buyVoucher(server: Client, random: Random) {
      const body = { senderName: 'Ada', recipientName: 'Grace', amount: random.pick([50, 200]) }
      const buyerEmail = `${name}-buys-${++made}@example.com`
      const ordered = await server.answer(orderGiftVoucher, { body: { ...body, buyerEmail } })
      if (ordered.status !== 201) return
      const paymentToken = await cardToken(random)
      await server.answer(payLinkedVoucher, { body: { token: ordered.body.token, paymentToken } })
    },
    loseDispute: (server: Client, random: Random) =>
      lose[random.weighted({ booking: 3, voucher: 1, tip: 1 })](server, random),
    winDispute: (server: Client, random: Random) =>
      win[random.weighted({ booking: 3, voucher: 1, tip: 1 })](server, random),
  }
}
