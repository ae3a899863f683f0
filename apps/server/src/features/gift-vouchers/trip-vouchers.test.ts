import { correctBooking, patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { setTrophyPackagePrice } from '@arcadia/contract/admin/configuration'
import { listGiftVouchers, voidGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { cancelBooking, getBooking } from '@arcadia/contract/bookings'
import { redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { approveRefundRequest, listRefundRequests, refundBooking, requestRefund } from '@arcadia/contract/refunds'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import {
  type Angler,
  aColleague,
  aHold,
  anAdmin,
  anAngler,
  aPayment,
  networkAddress,
  openDates,
} from '../../testing/builders.ts'
import { inProof, TEST_SEED } from '../../testing/proof.ts'
import { seededRandom } from '../../testing/random.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { expectVouchersWhole, vouchersOf } from '../../testing/vouchers-of.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

// A gift voucher for a trip, at whatever price it is then.

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await expectVouchersWhole(app, admin)
  await app.close()
})
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  angler = await anAngler(app)
  admin = await anAdmin(app)
  date = dates.shift()!
})

const { buy, leftOn, redeem } = vouchersOf(() => ({ app, angler, admin, date }))

describe('for a trip', () => {
  const trip = { packageType: 'TROPHY' as const, numberOfGuests: 2 }
  const price = (trophyPackagePrice: number) =>
    app.call(setTrophyPackagePrice, { token: admin, body: { trophyPackagePrice } })
  // These tests take their own dates.
  beforeEach(() => dates.unshift(date))
  afterEach(() => price(2500))

  /** A Trophy trip for two, bought at $2,500.00 an angler. */
  async function aTrip() {
    const { body } = await buy({ trip, amount: 5000 })
    return body.code!
  }
  async function book(
    code: string,
    { guests = 2, ...more }: { guests?: number; riders?: number; packageType?: 'STANDARD' } = {},
  ) {
    const on = dates.shift()!
    const holdId = await aHold(app, angler.token, { date: on, guests })
    const { body } = await redeem(holdId, code)
    const payment = aPayment(holdId, '', { date: on, guests, amount: 0 })
    payment.paymentData.paymentToken = null
    payment.bookingData = { ...payment.bookingData, ...more }
    const booked = await app.answer(payForBooking, { token: angler.token, body: payment, ip: networkAddress() })
    expect(booked.status).toBe(201)
    return { covered: body.covered, ...booked.body.booking }
  }
  const refund = (id: number, amount?: string) =>
    app.answer(refundBooking, {
      token: admin,
      params: { id },
      query: { description: 'Rain', ...(amount && { amount }) },
    })

  test('it covers the whole trip at whatever its price is then, and riders are extra', async () => {
    const code = await aTrip()
    await price(3000)
    const booked = await book(code, { riders: 1 })
    expect(booked).toMatchObject({ totalAmount: 6150, paidAmount: 6000, pendingAmount: 150 })
    expect(await leftOn(code)).toBe(0)
  })

  test('the confirmation of a trip that it paid whole asks for no balance and speaks of no deposit', async () => {
    await book(await aTrip())
    const whole = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)!.text
    expect(whole).toContain('Paid: $5,000.00, by gift')
    expect(whole).toContain('Move your booking up to 2 days before the trip')
    expect(whole).toContain('Balance: Nothing left to pay')
    expect(whole).toContain("$700.00 of your gift isn't refundable.")
    expect(whole).not.toMatch(/Pay the balance|[Dd]eposit/)
    expect(whole).toContain('up to 2 days before the trip and your gift goes with it.')

    await book(await aTrip(), { riders: 1 })
    const part = (await readMails(app, 'ada@example.com', 'booking-confirmed')).at(-1)!.text
    expect(part).toContain('Balance: $150.00')
    expect(part).toContain("$700.00 of your gift isn't refundable.")
  })

  test('a cancellation that gives it all back is told in one email, with the receipts', async () => {
    const { id, selectedDate } = await book(await aTrip())
    const refunds = async () => (await readMails(app, 'ada@example.com', 'refund-made')).length
    const before = await refunds()
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED', refund: true } })
    const told = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!
    expect(told.text).toContain('$5,000.00 is back on your gift, and its code works again.')
    expect(told.text).toContain('Receipts: ')
    const sent = (await readMails(app, 'ada@example.com', 'refund-made')).slice(before)
    expect(sent.filter(({ status }) => status !== 'no longer needed')).toEqual([])
    dates.unshift(selectedDate)
  })

  test('whoever cancels a trip that it paid whole reads what of the gift can go back, and of no deposit', async () => {
    const { id } = await book(await aTrip())
    await app.call(cancelBooking, { token: angler.token, params: { id } })
    const canceled = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
    expect(canceled).toContain(
      "$700.00 of your gift isn't refundable. You can ask for a refund of the other $4,300.00.",
    )
    expect(canceled).not.toMatch(/[Dd]eposit/)
  })

  test('if the trip costs less than was paid, the difference stays on it in dollars', async () => {
    const code = await aTrip()
    await price(2000)
    expect(await book(code)).toMatchObject({ covered: 4000, totalAmount: 4000, pendingAmount: 0 })
    expect(await leftOn(code)).toBe(1000)
    await price(3000)
    expect((await book(code, { guests: 1 })).covered, 'dollars now').toBe(1000)
  })

  test('it pays for its own anglers of a larger group, and for another package at the lower price', async () => {
    const larger = await book(await aTrip(), { guests: 3 })
    expect(larger).toMatchObject({ totalAmount: 7500, paidAmount: 5000, pendingAmount: 2500 })
    const code = await aTrip()
    expect(await book(code, { packageType: 'STANDARD' })).toMatchObject({ totalAmount: 3000, pendingAmount: 0 })
    expect(await leftOn(code)).toBe(2000)
  })

  test('a full refund makes it the same trip again', async () => {
    const code = await aTrip()
    await price(3000)
    const { id } = await book(code)
    expect(await refund(id)).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(5000)
    await price(3500)
    expect(await book(code)).toMatchObject({ totalAmount: 7000, pendingAmount: 0 })
  })

  test('a partial refund gives dollars, at most what was paid', async () => {
    const code = await aTrip()
    await price(3000)
    const { id } = await book(code)
    expect((await refund(id, '5500')).body).toMatchObject({
      message: "The gift voucher's trip goes back whole, $6,000.00, or in part up to $5,000.00.",
    })
    expect(await refund(id, '4000')).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(4000)
    expect((await refund(id, '1500')).body).toMatchObject({
      message: "The gift voucher's trip goes back whole, $2,000.00, or in part up to $1,000.00.",
    })
    expect((await book(code, { guests: 1 })).covered, 'dollars now').toBe(3000)
    const more = `with told as (select set_config('app.now', '${app.clock.now().toISOString()}', true))
      insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
      select (select max(id) from gift_vouchers), ${id}, -150000, now() from told`
    await expect(app.database.pool.query(more)).rejects.toMatchObject({ code: 'AR005' })
  })

  test('used on a balance it pays what is owed, and what its trip is worth above its price leaves no dollars', async () => {
    const code = await aTrip()
    await price(3000)
    const on = dates.shift()!
    const { bookingId } = await aBooking(app, { date: on, angler, guests: 2 })
    const use = { token: angler.token, params: { id: bookingId }, body: { code }, ip: networkAddress() }
    expect(await app.call(redeemOnBooking, use)).toMatchObject({ paid: 5300, left: 0, booking: { pendingAmount: 0 } })
  })

  /** What stands of the latest voucher's uses, by booking, and what the use that turned its trip into money made it worth there. */
  async function spentOn() {
    const { rows } = await app.database.pool.query<{ booking: number; cents: number; worth: number | null }>(
      `select coalesce(u.booking_id, h.booking_id) as booking, u.cents, u.worth_cents as worth
       from gift_voucher_uses u left join holds h on h.id = u.hold_id
       where u.freed_at is null and u.voucher_id = (select max(id) from gift_vouchers) order by u.id`,
    )
    const spent = new Map<number, { cents: number; worth: number }>()
    for (const { booking, cents, worth } of rows) {
      const before = spent.get(booking) ?? { cents: 0, worth: 0 }
      const after = before.cents + cents
      spent.set(booking, { cents: after, worth: after === 0 ? 0 : (worth ?? before.worth) })
    }
    return spent
  }
  /** Of that, the dollars that were paid for: what its trip is worth above them is not. */
  async function spentDollars(): Promise<number> {
    const of = [...(await spentOn()).values()].map(({ cents, worth }) => cents - Math.max(0, worth - 5000_00))
    for (const cents of of) expect(cents).toBeGreaterThanOrEqual(0)
    return of.reduce((sum, cents) => sum + cents, 0) / 100
  }

  test('after any order of prices, uses and refunds, what is left and what is spent are the dollars that were paid', async () => {
    for (let seed = 0; seed < inProof(40, 6); seed++) {
      const random = seededRandom(seed + TEST_SEED)
      // Their sessions end as the clock moves.
      ;[admin, angler] = [await anAdmin(app), await anAngler(app)]
      await price(2500)
      const code = await aTrip()
      await price(random.between(8, 14) * 250)
      const booked: { id: number; token: string }[] = []
      const steps = [
        () => price(random.between(8, 14) * 250),
        async () => {
          if (booked.length === 2) return
          const [on, guests] = [random.pick(openDates().slice(0, 40)), random.between(1, 3)]
          const one = await anAngler(app)
          const spots = await app.answer(createHold, {
            token: one.token,
            body: { selectedDate: on, numberOfGuests: guests },
          })
          const { holdId } = spots.body as { holdId?: string }
          if (!holdId) return
          const { status, body } = await redeem(holdId, code, one.token)
          const amount = Math.max(0, 350 * guests - (status === 200 ? body.covered : 0))
          const payment = aPayment(holdId, await app.simulator.cardToken(), { date: on, guests, amount })
          const paid = await app.answer(payForBooking, { token: one.token, body: payment, ip: networkAddress() })
          expect(paid.status, `seed ${seed}`).toBe(201)
          booked.push({ id: paid.body.booking.id, token: one.token })
        },
        async () => {
          if (booked.length === 0) return
          const [{ id, token }, ip] = [random.pick(booked), networkAddress()]
          await app.answer(redeemOnBooking, { token, params: { id }, body: { code }, ip })
        },
        async () => {
          if (booked.length === 0) return
          const [{ id }, numberOfGuests] = [random.pick(booked), random.between(1, 3)]
          await app.answer(correctBooking, { token: admin, params: { id }, body: { numberOfGuests } })
        },
        async () => {
          if (booked.length === 0) return
          const { id } = random.pick(booked)
          const all = ((await spentOn()).get(id)?.cents ?? 0) / 100 || 50
          await refundOwed(id, String(random.pick([all, all, all, 50, 900, 2500])))
        },
      ]
      for (let step = 0; step < 30; step++) {
        await random.pick(booked.length < 2 ? steps : steps.slice(2))()
        const left = await leftOn(code)
        expect(left, `seed ${seed}, step ${step}`).toBeGreaterThanOrEqual(0)
        expect(left + (await spentDollars()), `seed ${seed}, step ${step}`).toBe(5000)
      }
      for (const { id } of booked)
        await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
    }
  })

  /** A booking for two with its deposits of $350.00 by card, and how the voucher pays what it owes. */
  async function byCard(code: string) {
    const { bookingId: id } = await aBooking(app, { date: dates.shift()!, angler, guests: 2 })
    const body = { code }
    const use = () => app.call(redeemOnBooking, { token: angler.token, params: { id }, body, ip: networkAddress() })
    return { id, use }
  }
  /** A refund after which the guest owes it again. */
  const refundOwed = async (id: number, amount: string) => {
    const query = { amount, stillOwes: 'true' as const, description: 'Rain' }
    app.clock.advance({ minutes: 3 })
    return app.answer(refundBooking, { token: admin, params: { id }, query })
  }

  test('what it was worth before all of it went back counts no more, whoever uses it next', async () => {
    const code = await aTrip()
    await price(3000)
    const [first, next] = [await byCard(code), await byCard(code)]
    expect(await first.use()).toMatchObject({ paid: 5300, left: 0 })
    expect((await refundOwed(first.id, '5300')).status).toBe(200)
    await app.call(correctBooking, { token: admin, params: { id: next.id }, body: { numberOfGuests: 1 } })
    expect(await next.use(), 'another booking has the trip').toMatchObject({ paid: 2300, left: 2700 })
    expect(await first.use(), 'dollars on the first').toMatchObject({ paid: 2700, left: 0 })
    expect(await leftOn(code)).toBe(0)

    await price(2500)
    const again = await aTrip()
    await price(3000)
    const same = await byCard(again)
    await same.use()
    await refundOwed(same.id, '5300')
    await app.call(correctBooking, { token: admin, params: { id: same.id }, body: { numberOfGuests: 1 } })
    expect(await same.use(), 'the same booking').toMatchObject({ paid: 2300, left: 2700 })
    expect(await leftOn(again)).toBe(2700)
  })

  test('used again where all of it went back, a part goes back as the first time', async () => {
    const code = await aTrip()
    await price(3000)
    const { id, use } = await byCard(code)
    await use()
    await refundOwed(id, '5300')
    expect(await use()).toMatchObject({ paid: 5300 })
    expect(await refundOwed(id, '1000')).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(1000)
  })

  /** The same trip again, with $2,500.00 of it in dollars on another booking; and the booking that then has the trip for $4,500.00. */
  async function aTripAfterDollars() {
    const code = await aTrip()
    const first = await book(code, { guests: 1 })
    expect((await book(code, { guests: 1 })).covered).toBe(2500)
    expect((await refund(first.id)).status).toBe(200)
    expect(await leftOn(code)).toBe(2500)
    await price(3500)
    const { id, covered } = await book(code)
    expect(covered).toBe(4500)
    return { code, id }
  }

  test('with a part spent elsewhere before it was a trip again, at most the rest of what was paid goes back in part', async () => {
    const { code, id } = await aTripAfterDollars()
    const row = (
      cents: number,
    ) => `with told as (select set_config('app.now', '${app.clock.now().toISOString()}', true))
      insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
      select (select max(id) from gift_vouchers), ${id}, ${cents}, app_now() from told`
    await expect(app.database.pool.query(row(-2500_01))).rejects.toMatchObject({ code: 'AR005' })
    expect((await refund(id, '4499')).body).toMatchObject({
      message: "The gift voucher's trip goes back whole, $4,500.00, or in part up to $2,500.00.",
    })
    expect(await refund(id, '2500')).toMatchObject({ status: 200 })
    expect(await leftOn(code)).toBe(2500)
  })

  test('a void one is replaced by no more than is not spent elsewhere, and by the trip only if all that was paid is back', async () => {
    const renewed = async (id: number, amount?: string) => {
      const query = { description: 'Rain', renewVouchers: 'true' as const, ...(amount && { amount }) }
      app.clock.advance({ minutes: 3 })
      expect(await app.answer(refundBooking, { token: admin, params: { id }, query })).toMatchObject({ status: 200 })
      const [fresh] = (await app.call(listGiftVouchers, { token: admin, query: { status: 'GOOD' } })).content
      return fresh!
    }
    const end = async (code: string) => {
      const { id } = (await app.call(listGiftVouchers, { token: admin, query: { q: code } })).content[0]!
      await app.call(voidGiftVoucher, { token: admin, params: { id }, body: { reason: 'Lost' } })
      return id
    }
    const spent = await aTripAfterDollars()
    const old = await end(spent.code)
    const fresh = await renewed(spent.id)
    expect(fresh).toMatchObject({ worth: 2500, left: 2500, trip: null })
    expect(fresh.id).toBeGreaterThan(old)
    const logged = (await listChain(app.database.db)).find(
      ({ action, subject_id }) => action === 'gift-voucher.replaced' && subject_id === String(fresh.id),
    )
    const { rows } = await app.database.pool.query('select after_value from audit_values where entry_id = $1', [
      logged!.id,
    ])
    expect(rows[0].after_value).toMatchObject({ amount: '$2,500.00' })

    await price(2500)
    const whole = await aTrip()
    await price(3000)
    const booked = await book(whole)
    await end(whole)
    expect(await renewed(booked.id), 'all of it').toMatchObject({ worth: 5000, left: 5000, trip })

    await price(2500)
    const parts = await aTrip()
    await price(3000)
    const { id } = await book(parts)
    await end(parts)
    const first = await renewed(id, '4000')
    expect(first).toMatchObject({ worth: 4000, trip: null })
    const second = await renewed(id)
    expect(second).toMatchObject({ worth: 1000, trip: null })
    expect(second.id).toBeGreaterThan(first.id)
  })

  test('of an amount that it can take back neither whole nor all in part, the cards take the rest', async () => {
    const code = await aTrip()
    await price(3000)
    const { id, use } = await byCard(code)
    await use()
    expect((await refund(id, '5200')).body).toMatchObject({ success: true, message: '$5,200.00 was refunded.' })
    expect(await leftOn(code)).toBe(5000)
    const { charges } = await app.simulator.ledger()
    expect(charges.at(-1)).toMatchObject({ capturedCents: 700_00, refundedCents: 200_00 })
  })

  test('a guest who cancels is told to ask for no more of a trip than can go back in part', async () => {
    const guest = await anAngler(app)
    const code = await aTrip()
    await price(3000)
    const on = dates.shift()!
    const holdId = await aHold(app, guest.token, { date: on, guests: 2 })
    await redeem(holdId, code, guest.token)
    const payment = aPayment(holdId, '', { date: on, guests: 2, amount: 0 })
    payment.paymentData.paymentToken = null
    payment.bookingData.email = guest.email
    const { booking } = await app.call(payForBooking, { token: guest.token, body: payment, ip: networkAddress() })
    expect(booking).toMatchObject({ refundableAmount: 6000, surplusAmount: 1000 })
    await app.call(cancelBooking, { token: guest.token, params: { id: booking.id } })
    const [mail] = await readMails(app, guest.email, 'booking-cancelled')
    expect(mail!.text).toContain('You can ask for a refund of $5,000.00 of it.')
    expect(await refund(booking.id, '5300')).toMatchObject({ status: 409 })
    expect(await refund(booking.id, '5000')).toMatchObject({ status: 200 })
    expect(await app.call(getBooking, { token: guest.token, params: { id: booking.id } })).toMatchObject({
      refundableAmount: 1000,
      surplusAmount: 1000,
    })
  })

  test('a guest who asks for the rest of a canceled trip gets what can go back in part; so does one whose office has a limit', async () => {
    const aCanceledTrip = async () => {
      const code = await aTrip()
      await price(3000)
      const { id } = await book(code)
      await price(2500)
      return { code, id }
    }
    const { code, id } = await aCanceledTrip()
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
    const body = { amount: 5300, description: 'I broke my leg' }
    await app.call(requestRefund, { token: angler.token, params: { id }, body })
    const [request] = await app.call(listRefundRequests, { token: admin })
    const approved = await app.answer(approveRefundRequest, { token: admin, params: { id: request!.id }, query: {} })
    expect(approved).toMatchObject({ status: 200, body: { success: true, message: '$5,000.00 was refunded.' } })
    expect(await leftOn(code)).toBe(5000)

    const limited = await aCanceledTrip()
    await app.database.pool.query('update office_limits set refund_cents = 550000')
    const { token } = await aColleague(app, 'OFFICE')
    const cancel = { token, params: { id: limited.id }, body: { status: 'CANCELLED' as const, refund: true } }
    expect(await app.answer(patchBookingStatus, cancel)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await leftOn(limited.code)).toBe(5000)
  })

  test('of two that use it at once, one has the trip', async () => {
    const code = await aTrip()
    await price(3000)
    const anglers = await Promise.all([anAngler(app), anAngler(app)])
    const holds = await Promise.all(anglers.map((one) => aHold(app, one.token, { date: dates.shift()!, guests: 2 })))
    const replies = await Promise.all(holds.map((holdId, index) => redeem(holdId, code, anglers[index]!.token)))
    expect(replies.map(({ status, body }) => (status === 200 ? body.covered : 0)).sort()).toEqual([0, 6000])
  })
})
