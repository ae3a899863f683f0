import { addBookingNote } from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { makePayLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { cancelBooking } from '@arcadia/contract/bookings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const [date, otherDate] = openDates()
const sheet = (of: string) => app.answer(getDaySheet, { token: admin, params: { date: of } })

test('a day sheet has the groups, what they paid and owe, open questions and notes', async () => {
  const couple = await aBooking(app, { date, guests: 2 })
  const single = await aBooking(app, { date })
  const cancelled = await aBooking(app, { date })
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  await aBooking(app, { date: otherDate })
  const ask = async (queryMessage: string) => {
    const body = { bookingId: couple.bookingId, queryMessage }
    return (await app.call(createBookingQuery, { token: couple.token, body })).id
  }
  const answered = await ask('Do you have rods?')
  await app.call(setBookingQueryStatus, {
    token: admin,
    params: { id: answered },
    body: { status: 'RESPONDED', adminResponse: 'Yes.' },
  })
  await ask('May I bring my dog?')

  await app.call(addBookingNote, { token: admin, params: { id: couple.bookingId }, body: { text: 'Bad knee.' } })

  const { body } = await sheet(date!)
  expect(body.date).toBe(date)
  expect(body.parties).toMatchObject([
    {
      id: couple.bookingId,
      numberOfGuests: 2,
      phone: '(863) 555-0142',
      email: 'ada@example.com',
      paidAmount: 700,
      pendingAmount: 4300,
      questions: ['May I bring my dog?'],
      notes: ['Bad knee.'],
    },
    { id: single.bookingId, paidAmount: 350, pendingAmount: 2150, questions: [], notes: [] },
  ])
})

test('a day without a trip has an empty sheet, and an invalid date is refused with a message', async () => {
  expect((await sheet('2027-12-24')).body).toMatchObject({ date: '2027-12-24', parties: [] })
  expect(await sheet('tomorrow')).toMatchObject({ status: 400, body: { message: expect.stringMatching(/yyyy-MM-dd/) } })
})

test('a sheet has the nearest days with a group before and after it, ignoring cancelled ones', async () => {
  const [, , emptyDay, cancelledDay, lastDay] = openDates()
  await aBooking(app, { date: lastDay })
  const cancelled = await aBooking(app, { date: cancelledDay })
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  const around = async (of: string | undefined) => {
    const { previousGroupDay, nextGroupDay } = (await sheet(of!)).body
    return [previousGroupDay, nextGroupDay]
  }
  expect(await around(date)).toEqual([null, otherDate])
  expect(await around(emptyDay)).toEqual([otherDate, lastDay])
  expect(await around(lastDay)).toEqual([otherDate, null])
})

test('what is paid by card on the day stands on the sheet like what is paid by hand', async () => {
  const day = otherDate!
  const { bookingId } = await aBooking(app, { date: day })
  app.clock.set(`${day}T09:43:00Z`)
  admin = await anAdmin(app)
  const received = async () =>
    (await app.call(getDaySheet, { token: admin, params: { date: day } })).parties.find(({ id }) => id === bookingId)!
      .received
  expect(await received(), 'a deposit of another day').toEqual([])
  const { link } = await app.call(makePayLink, { token: admin, params: { id: bookingId }, body: {} })
  const card = { paymentToken: await app.simulator.cardToken(), currency: 'USD' as const }
  const owed = { amount: 2150, owed: 2150, termsVersion: TERMS_VERSION }
  const body = { token: link.split('#')[1]!, ...card, ...owed }
  await app.call(payLinkedBalance, { body, ip: networkAddress() })
  expect(await received()).toMatchObject([{ amount: 2150, method: 'CARD', recordedBy: null }])
})
