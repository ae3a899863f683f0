import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const [date, otherDate] = openDates()
const sheet = (of: string) => app.call('GET', `/api/admin/dashboard/days/${of}`, { token: admin })

test('a day sheet has the parties that come, what they paid and owe, what nobody has answered yet and what was noted', async () => {
  const couple = await aBooking(app, { date, guests: 2 })
  const single = await aBooking(app, { date })
  const cancelled = await aBooking(app, { date })
  await app.call('POST', `/api/bookings/${cancelled.bookingId}/cancel`, { token: cancelled.token })
  await aBooking(app, { date: otherDate })
  const ask = async (queryMessage: string) => {
    const body = { bookingId: couple.bookingId, queryMessage }
    return (await app.call('POST', '/api/booking-queries', { token: couple.token, body })).body.id
  }
  const answered = await ask('Do you have rods?')
  await app.call('PUT', `/api/booking-queries/admin/${answered}/status`, {
    token: admin,
    body: { status: 'RESPONDED', adminResponse: 'Yes.' },
  })
  await ask('May I bring my dog?')

  await app.call('POST', `/api/admin/bookings/${couple.bookingId}/notes`, { token: admin, body: { text: 'Bad knee.' } })

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

test('a day without a trip has an empty sheet, and what is no date is refused in words', async () => {
  expect((await sheet('2027-12-24')).body).toEqual({ date: '2027-12-24', parties: [] })
  expect(await sheet('tomorrow')).toMatchObject({ status: 400, body: { message: expect.stringMatching(/yyyy-MM-dd/) } })
})
