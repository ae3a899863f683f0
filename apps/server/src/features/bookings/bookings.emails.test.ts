import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aHold, anAngler, aPayment, OPEN_DATE } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function book(email: string, date = OPEN_DATE) {
  const { token } = await anAngler(app)
  const payment = aPayment(await aHold(app, token, { date }), await app.simulator.cardToken(), { date })
  const body = { ...payment, bookingData: { ...payment.bookingData, email } }
  const reply = await app.answer(payForBooking, { token, body })
  expect(reply.status).toBe(201)
  return reply.body.booking as { id: number; confirmationNumber: string }
}

const bookingMails = async (email: string) => await readMails(app, email, 'booking-confirmed')

test('who booked is emailed what they booked, what they paid, what is due and the rule on the deposit', async () => {
  const { id, confirmationNumber } = await book('ana@example.com')
  const [mail, ...more] = await bookingMails('ana@example.com')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Your date is booked: Monday, May 17, 2027')
  for (const told of [
    'Hello Ada,',
    `Confirmation: ${confirmationNumber}`,
    'Date: Monday, May 17, 2027',
    'Group: 2 anglers',
    'Package: Trophy, fish up to 250 pounds',
    'Total: $5,000.00',
    'Paid: $700.00',
    'Balance due: $4,300.00',
    'Move your booking up to 2 days before the trip and your deposit goes with it.',
    "The deposit isn't refundable.",
    `http://localhost:3000/bookings#booking-${id}`,
  ])
    expect(mail!.text).toContain(told)
})

test('who booked for tomorrow is told that the trip cannot be moved any more', async () => {
  const before = app.clock.now()
  app.clock.set(new Date('2027-06-20T15:00:00Z'))
  await book('tomorrow@example.com', '2027-06-21')
  const [mail] = await bookingMails('tomorrow@example.com')
  expect(mail!.text).toContain("Your trip is less than 2 days away, so it can't be moved to another date.")
  expect(mail!.text).not.toContain('Move your booking')
  app.clock.set(before)
})

test('the mail brings the morning along as a calendar file', async () => {
  const { id, confirmationNumber } = await book('cal@example.com', '2027-06-17')
  const [file] = (await bookingMails('cal@example.com'))[0]!.attachments!
  expect(file).toMatchObject({ filename: 'trip.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' })
  const day = '20270617'
  for (const line of [
    `DTSTART:${day}T120000Z`,
    `DTEND:${day}T160000Z`,
    `UID:${confirmationNumber}@localhost`,
    `URL;VALUE=URI:http://localhost:3000/bookings#booking-${id}`,
  ])
    expect(file!.content).toContain(`${line}\r\n`)
})

test('a booking that was cancelled before its mail went out is not confirmed any more', async () => {
  const { id } = await book('late@example.com', '2027-06-18')
  await inTransaction(app.database.db, app.clock, async (tx) => {
    await tx.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
  })
  expect(await bookingMails('late@example.com')).toMatchObject([
    { status: 'no longer needed', text: expect.not.stringContaining('booked') },
  ])
})
