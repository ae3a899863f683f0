import { changeBusinessFacts } from '@arcadia/contract/business'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aHold, anAdmin, anAngler, aPayment, OPEN_DATE } from '../../testing/builders.ts'
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

test('the confirmation has the booking, what was paid, the balance and the deposit rule', async () => {
  const { id, confirmationNumber } = await book('ana@example.com')
  const [mail, ...more] = await bookingMails('ana@example.com')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Booked: Monday, May 17, 8:00 AM Eastern')
  for (const line of [
    'Hello Ada,',
    `Confirmation: ${confirmationNumber}`,
    'Monday, May 17, 2027\n8:00 AM Eastern',
    'Group: 2 anglers',
    'Package: Trophy, fish up to 250 pounds',
    'Total: $5,000.00',
    'Paid: $700.00',
    'Balance: $4,300.00',
    'Move your booking up to 2 days before the trip and what you paid goes with it.',
    "The deposit isn't refundable.",
    `View your trip: http://localhost:3000/trips/${id}-`,
  ])
    expect(mail!.text).toContain(line)
})

test('a booking for tomorrow is told it can no longer be moved', async () => {
  const before = app.clock.now()
  app.clock.set(new Date('2027-06-20T15:00:00Z'))
  await book('tomorrow@example.com', '2027-06-21')
  const [mail] = await bookingMails('tomorrow@example.com')
  expect(mail!.text).toContain("Your trip is less than 2 days away, so it can't be moved to another date.")
  expect(mail!.text).not.toContain('Move your booking')
  app.clock.set(before)
})

test('the email has only the facts the owner has set about the morning and the balance', async () => {
  await book('quiet@example.com', '2027-06-14')
  const quiet = (await bookingMails('quiet@example.com'))[0]!.text
  for (const unsaid of ['Where to meet', 'How to find us', 'on the map', 'What to bring', 'served at', 'undefined'])
    expect(quiet).not.toContain(unsaid)
  expect(quiet).toContain('Balance: $4,300.00, by card anytime before the trip\n')

  const admin = await anAdmin(app)
  const facts = {
    phone: '(863) 555-0199',
    meetingName: 'Dock 3',
    meetingAddress: '12 River Road',
    meetingPin: '27.2158, -81.8584',
    meetingDirections: 'Left at the oak.',
    tripEnds: '13:30',
    lunchPlace: 'the pavilion',
    whatToBring: 'A towel.',
    balanceDueDays: 7,
    balanceByCash: true,
    moveDays: 5,
  }
  await app.call(changeBusinessFacts, { token: admin, body: facts })
  await book('told@example.com', '2027-06-15')
  const { text, attachments } = (await bookingMails('told@example.com'))[0]!
  for (const line of [
    'Where to meet: Dock 3, 12 River Road',
    'How to find us: Left at the oak.',
    'Find us on the map: https://www.google.com/maps/search/?api=1&query=27.2158%2C-81.8584',
    "a gourmet lunch is served at the pavilion when the fishing's done. You'll be done around 1:30 PM Eastern.",
    'What to bring: A towel.',
    'Balance: $4,300.00, by Tuesday, June 8, 2027 (cash)',
    'Move your booking up to 5 days before the trip',
    '(863) 555-0199',
  ])
    expect(text).toContain(line)
  expect(attachments![0]!.content).toContain('GEO:27.2158;-81.8584')
  const nothing = Object.fromEntries(Object.keys(facts).map((name) => [name, name === 'balanceByCash' ? false : null]))
  await app.call(changeBusinessFacts, { token: admin, body: nothing })
})

test('the email has the trip as a calendar file', async () => {
  const { id, confirmationNumber } = await book('cal@example.com', '2027-06-17')
  const [file] = (await bookingMails('cal@example.com'))[0]!.attachments!
  expect(file).toMatchObject({ filename: 'trip.ics', contentType: 'text/calendar; charset=utf-8; method=REQUEST' })
  const day = '20270617'
  for (const line of [
    `DTSTART;TZID=America/New_York:${day}T080000`,
    `DTEND;TZID=America/New_York:${day}T120000`,
    `UID:${confirmationNumber}@arcadia`,
    `URL;VALUE=URI:http://localhost:3000/trips/${id}`,
  ])
    expect(file!.content).toContain(`${line}\r\n`)
})

test('a booking cancelled before the email went out gets no confirmation', async () => {
  const { id } = await book('late@example.com', '2027-06-18')
  await inTransaction(app.database.db, app.clock, async (tx) => {
    await tx.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
  })
  expect(await bookingMails('late@example.com')).toMatchObject([
    { status: 'no longer needed', text: expect.not.stringContaining('booked') },
  ])
})
