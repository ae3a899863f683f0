import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { getAdminBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { listTips, refundTip } from '@arcadia/contract/admin/tips'
import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { cancelBooking, getBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import {
  listMyGiftVouchers,
  orderGiftVoucher,
  payLinkedVoucher,
  redeemOnBooking,
} from '@arcadia/contract/gift-vouchers'
import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { refundBooking, voidBooking } from '@arcadia/contract/refunds'
import { splitBooking } from '@arcadia/contract/shares'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { payTip } from '@arcadia/contract/tips'
import { venueDate } from '@arcadia/contract/trip-date'
import { getTrip } from '@arcadia/contract/trips'
import type { TippedTrip } from './card-money.ts'
import type { Client } from './client.ts'
import { aNewcomer } from './people.ts'
import { withoutTriggers } from './postgres.ts'
import { aPayment } from './season.ts'
import type { System } from './system.ts'

/** Provider behavior, selected by the name on the card. Refund faults are set on the original charge's card. */
const CHARGES = [
  'Ada Angler',
  'Decline',
  'Lost request',
  'Lost answer',
  'Slow 2',
  'Server error after',
  'Unreadable answer',
  'System error after',
  'Unauthorized',
]
const REFUNDS = [
  'Ada Angler',
  'Refund decline',
  'Refund lost request',
  'Refund lost answer',
  'Refund server error after',
  'Refund unreadable answer',
  'Refund unauthorized',
]
const NEITHER = ['Ada Angler']

/** A customer about to perform one action of several steps. */
interface Scene {
  act(server: Client): Promise<{ status: number }>
  /** Returns what is wrong with the outcome; `status` is the customer's answer, 0 if none came. */
  judge(server: Client, status: number): Promise<string | undefined>
}

export interface Stage {
  system: System
  owner: string
  /** The running process. */
  server: Client
  date: string
  otherDate: string
}

/** What is cut short, with the behavior of the provider that each is tried with. */
export const ACTIONS: Record<
  string,
  { cards: readonly string[]; prepare(stage: Stage, card: string): Promise<Scene> }
> = {
  deposit: {
    cards: CHARGES,
    async prepare(stage, card) {
      const { token, body } = await aHold(stage, card)
      return {
        act: (server) => server.answer(payForBooking, { token, body }),
        async judge(server, status) {
          const { hold, booking, attempt } = await server.call(getCurrentHold, {
            token,
            query: { holdId: body.holdId },
          })
          const charges = await chargesOf(stage.system, token)
          if (charges > 1) return `${charges} charges`
          if ((charges === 1) !== (booking?.status === 'CONFIRMED'))
            return `${charges} charges, booking ${booking?.status}`
          if ((status === 200 || status === 201) && !charges) return 'answered booked, but is not'
          if (status === 402 && charges) return 'answered declined, but the card was charged'
          if (attempt?.status === 'PROCESSING') return 'still answered to wait'
          if (!hold) return undefined
          const paymentData = { ...body.paymentData, paymentToken: await stage.system.provider.cardToken() }
          const again = await server.answer(payForBooking, { token, body: { ...body, paymentData } })
          return again.status === 201 ? undefined : `the hold is still open, but paying it was answered ${again.status}`
        },
      }
    },
  },
  balance: {
    cards: CHARGES,
    async prepare(stage, card) {
      const { token, id } = await aBooking(stage)
      const paymentToken = await stage.system.provider.cardToken(card)
      const body = { bookingId: id, amount: 500, currency: 'USD' as const, paymentToken }
      return {
        act: (server) => server.answer(payBalance, { token, body }),
        async judge(server, status) {
          const { paidAmount } = await server.call(getBooking, { token, params: { id } })
          const charges = await chargesOf(stage.system, token)
          if (paidAmount !== 350 + 500 * (charges - 1)) return `${paidAmount} paid by ${charges} charges`
          return status === 201 && charges !== 2 ? 'answered paid, but is not' : undefined
        },
      }
    },
  },
  'angler who joins': {
    cards: CHARGES,
    async prepare(stage, card) {
      const { token, id } = await aBooking(stage)
      const params = { id }
      const { hold, deposit, totalAmount } = await stage.server.call(holdAngler, { token, params })
      const paymentToken = await stage.system.provider.cardToken(card)
      const agreed = { currency: 'USD' as const, termsVersion: TERMS_VERSION }
      const body = { holdId: hold?.holdId, amount: deposit, totalAmount, paymentToken, ...agreed }
      const headers = { 'idempotency-key': 'joins' }
      return {
        act: (server) => server.answer(payAngler, { token, params, headers, body }),
        async judge(server, status) {
          const { numberOfGuests, paidAmount, totalAmount: total } = await server.call(getBooking, { token, params })
          const charges = await chargesOf(stage.system, token)
          if (charges !== numberOfGuests) return `${numberOfGuests} anglers of ${charges} charges`
          if (paidAmount !== 350 * charges || total !== 2500 * numberOfGuests)
            return `${paidAmount} of ${total} paid by ${charges} charges for ${numberOfGuests} anglers`
          return status === 201 && charges !== 2 ? 'answered joined, but is not' : undefined
        },
      }
    },
  },
  tip: {
    cards: CHARGES,
    async prepare(stage, card) {
      const { id, linked } = await aTripToday(stage)
      const body = { ...linked, ...TIP, paymentToken: await stage.system.provider.cardToken(card) }
      return {
        act: (server) => server.answer(payTip, { headers: { 'idempotency-key': 'a-tip' }, body }),
        async judge(server, status) {
          const [kept, charges] = [await keptOfTips(stage, server, id), await chargesOfTips(stage.system, id)]
          if (kept !== 100 * charges) return `${kept} tipped by ${charges} charges`
          return status === 201 && charges !== 1 ? 'answered paid, but is not' : paidBySums(stage, server, id)
        },
      }
    },
  },
  'share of the balance': {
    cards: CHARGES,
    async prepare(stage, card) {
      const { token, id, share, pay } = await aShare(stage)
      const paymentToken = await stage.system.provider.cardToken(card)
      return {
        act: (server) => pay(server, paymentToken),
        async judge(server, status) {
          const charges = await chargesOf(stage.system, token)
          const { paidAmount, pendingAmount } = await server.call(getBooking, { token, params: { id } })
          if (paidAmount !== 350 + share.asks * (charges - 1)) return `${paidAmount} paid by ${charges} charges`
          const { shares, rest } = (await server.call(getTrip, { token, params: { id } })).own!.split
          const asked = shares.reduce((sum, { asks }) => sum + asks, rest)
          if (asked !== pendingAmount) return `the shares ask ${asked} of ${pendingAmount}`
          const isPaid = shares.find((one) => one.id === share.id)?.state === 'PAID'
          if (isPaid !== (charges === 2)) return `${charges} charges, and the share is ${isPaid ? '' : 'not '}paid`
          return status === 201 && charges !== 2 ? 'answered paid, but is not' : undefined
        },
      }
    },
  },
  'tip given back': {
    cards: REFUNDS,
    async prepare(stage, card) {
      const { id, linked } = await aTripToday(stage)
      const body = { ...linked, ...TIP, paymentToken: await stage.system.provider.cardToken(card) }
      const tip = await stage.server.call(payTip, { body })
      return {
        act: (server) => server.answer(refundTip, { token: stage.owner, params: { id: tip.id }, body: {} }),
        async judge(server) {
          const [kept, charges] = [await keptOfTips(stage, server, id), await chargesOfTips(stage.system, id)]
          return kept !== 100 * charges ? `${kept} kept of ${charges} charges` : paidBySums(stage, server, id)
        },
      }
    },
  },
  'refund of a share': {
    cards: REFUNDS,
    async prepare(stage, card) {
      const { token, id, share, pay } = await aShare(stage)
      await pay(stage.server, await stage.system.provider.cardToken(card))
      const query = { shareId: share.id, stillOwes: true }
      return {
        act: (server) => server.answer(refundBooking, { token: stage.owner, params: { id }, query }),
        async judge(server) {
          const kept = (await chargesOf(stage.system, token)) === 2
          const { pendingAmount } = await server.call(getBooking, { token, params: { id } })
          const { shares } = (await server.call(getTrip, { token, params: { id } })).own!.split
          const { state } = shares.find((one) => one.id === share.id)!
          if ((state === 'PAID') !== kept) return `the share is ${state}, and its money ${kept ? 'kept' : 'went back'}`
          const asked = shares.reduce((sum, { asks }) => sum + asks, 0)
          return asked === pendingAmount ? undefined : `the shares ask ${asked} of ${pendingAmount}`
        },
      }
    },
  },
  'gift voucher bought': {
    cards: CHARGES,
    async prepare(stage, card) {
      const token = await aNewcomer(stage.server)
      const paymentToken = await stage.system.provider.cardToken(card)
      const body = { senderName: 'Ada', recipientName: 'Grace', amount: 200, buyerEmail: 'ada@example.com' }
      const ordered = await stage.server.call(orderGiftVoucher, { token, body })
      return {
        act: (server) => server.answer(payLinkedVoucher, { body: { token: ordered.token, paymentToken } }),
        async judge(server) {
          const good = (await server.call(listMyGiftVouchers, { token })).filter(({ code }) => code).length
          const charges = await chargesOf(stage.system, token)
          return good !== charges ? `${good} vouchers of ${charges} charges` : undefined
        },
      }
    },
  },
  'gift voucher spent': {
    cards: NEITHER,
    async prepare(stage) {
      const { token, id } = await aBooking(stage)
      const voucher = { senderName: 'Ada', recipientName: 'Grace', amount: 200 }
      const made = await stage.server.call(makeGiftVoucher, { token: stage.owner, body: voucher })
      const { code } = await stage.server.call(showVoucherCode, { token: stage.owner, params: { id: made.id } })
      return {
        act: (server) => server.answer(redeemOnBooking, { token, params: { id }, body: { code } }),
        async judge(server, status) {
          const { paidAmount } = await server.call(getBooking, { token, params: { id } })
          const again = await server.answer(redeemOnBooking, { token, params: { id }, body: { code } })
          const after = await server.call(getBooking, { token, params: { id } })
          if (status === 200 && paidAmount !== 550) return `answered paid, but ${paidAmount} is paid`
          return after.paidAmount !== 550 ? `${after.paidAmount} paid after a second try (${again.status})` : undefined
        },
      }
    },
  },
  refund: back((token, id) => (server) => server.answer(refundBooking, { token, params: { id } })),
  void: back((token, id) => (server) => server.answer(voidBooking, { token, params: { id } })),
  'cancellation with refund': back(
    (token, id) => (server) =>
      server.answer(setBookingStatus, { token, params: { id }, query: { status: 'CANCELLED', refund: true } }),
  ),
  reschedule: {
    cards: NEITHER,
    async prepare(stage) {
      const { token, id } = await aBooking(stage)
      const body = { newSelectedDate: stage.otherDate, numberOfGuests: 1 }
      return {
        act: (server) => server.answer(rescheduleBooking, { token, params: { id }, body }),
        async judge(server, status) {
          const { selectedDate, status: state } = await server.call(getBooking, { token, params: { id } })
          if (state !== 'CONFIRMED') return `the booking is ${state}`
          if (status === 200 && selectedDate !== stage.otherDate) return 'answered moved, but was not'
          return [stage.date, stage.otherDate].includes(selectedDate) ? undefined : `it is on ${selectedDate}`
        },
      }
    },
  },
  cancellation: {
    cards: NEITHER,
    async prepare(stage) {
      const { token, id } = await aBooking(stage)
      return {
        act: (server) => server.answer(cancelBooking, { token, params: { id } }),
        async judge(server, status) {
          const { status: state } = await server.call(getBooking, { token, params: { id } })
          return status === 200 && state !== 'CANCELLED' ? `answered cancelled, but is ${state}` : undefined
        },
      }
    },
  },
}

/** One of the owner's three ways to return card money. */
function back(order: (owner: string, id: number) => Scene['act']): (typeof ACTIONS)[string] {
  return {
    cards: REFUNDS,
    async prepare(stage, card) {
      const { token, id } = await aBooking(stage, card)
      return {
        act: order(stage.owner, id),
        async judge(server) {
          // A charge canceled before it settled was never paid, so nothing is refunded.
          const { paidAmount, refundedAmount } = await server.call(getBooking, { token, params: { id } })
          const kept = 350 * (await chargesOf(stage.system, token))
          return paidAmount - refundedAmount === kept ? undefined : `${paidAmount} paid, ${refundedAmount} refunded`
        },
      }
    },
  }
}

const TIP = { amount: 100, name: 'Sam', email: 'sam@example.com' }

/** A booking of today, whose group can tip. Days that are open are to come, so it is put there by hand. */
export async function aTripToday(stage: Stage): Promise<TippedTrip> {
  const { token, id } = await aBooking(stage)
  const { groupUrl } = await stage.server.call(getTrip, { token, params: { id } })
  const today = venueDate(new Date())
  await withoutTriggers(stage.system.pool, (client) =>
    client.query('update bookings set trip_date = $1 where id = $2', [today, id]),
  )
  return { id, linked: { token: groupUrl.split('#')[1]! } }
}

async function keptOfTips({ owner }: Stage, server: Client, id: number): Promise<number> {
  const tips = await server.call(listTips, { token: owner, params: { id } })
  return tips.reduce((sum, { status, amount, back }) => (status === 'CAPTURED' ? sum + amount - back : sum), 0)
}

/** No tip is in what was paid for the booking. */
async function paidBySums({ owner }: Stage, server: Client, id: number): Promise<string | undefined> {
  const { paidAmount, refundedAmount } = await server.call(getAdminBooking, { token: owner, params: { id } })
  return paidAmount === 350 && refundedAmount === 0 ? undefined : `${paidAmount} paid, ${refundedAmount} refunded`
}

async function chargesOfTips({ pool, provider }: System, bookingId: number): Promise<number> {
  const { rows } = await pool.query<{ request: string }>(
    'select a.request_id as request from payment_attempts a join tips t on t.attempt_id = a.id where t.booking_id = $1',
    [bookingId],
  )
  return keptCharges(provider, new Set(rows.map(({ request }) => request)))
}

async function aHold({ server, system, date }: Stage, card = 'Ada Angler') {
  const token = await aNewcomer(server)
  const { holdId } = heldOf(await server.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } }))
  return { token, body: aPayment({ holdId, date, guests: 1, deposit: 350 }, await system.provider.cardToken(card)) }
}

/** A booking whose balance is split, and how the second share is paid by its link. */
async function aShare(stage: Stage) {
  const { token, id } = await aBooking(stage)
  const { pendingAmount: owed } = await stage.server.call(getBooking, { token, params: { id } })
  const body = { shares: [{ name: 'Ada', isOwn: true }, { name: 'Grace' }], seen: [], owed }
  const share = (await stage.server.call(splitBooking, { token, params: { id }, body })).shares[1]!
  const asked = { token: share.url.split('#')[1]!, amount: share.asks, owed: share.asks, currency: 'USD' as const }
  const headers = { 'idempotency-key': 'share' }
  const pay = (server: Client, paymentToken: string) =>
    server.answer(payLinkedBalance, { headers, body: { ...asked, paymentToken } })
  return { token, id, share, pay }
}

async function aBooking(stage: Stage, card?: string): Promise<{ token: string; id: number }> {
  const { token, body } = await aHold(stage, card)
  return { token, id: (await stage.server.call(payForBooking, { token, body })).booking.id }
}

/** The number of a customer's charges captured at the provider and not returned in full. */
async function chargesOf({ pool, provider }: System, token: string): Promise<number> {
  const { rows } = await pool.query<{ request: string }>(
    `select a.request_id as request from payment_attempts a join sessions s on s.user_id = a.user_id
      where s.token_hash = sha256(convert_to($1, 'utf8'))`,
    [token],
  )
  return keptCharges(provider, new Set(rows.map(({ request }) => request)))
}

async function keptCharges(provider: System['provider'], theirs: ReadonlySet<string>): Promise<number> {
  return (await provider.ledger()).filter(
    (charge) => theirs.has(charge.requestId) && charge.capturedCents > charge.refundedCents + charge.voidedCents,
  ).length
}
