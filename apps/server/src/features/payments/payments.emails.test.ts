import { randomUUID } from 'node:crypto'
import { addresses } from '@arcadia/contract/addresses'
import { addDays, formatFullDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import type { MailRenderer } from '../../mail/mail-renderers.ts'
import { testClock } from '../../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { seedConfig } from '../configuration/configuration.service.ts'
import type { AttemptOutcome } from './attempts.store.ts'
import { paymentEmails } from './payments.emails.ts'
import { reportCharge } from './payments.writes.ts'

const clock = testClock('2027-04-05T14:00:00Z')
const business = { name: 'Arcadia', email: 'hello@arcadia.example', phone: '(863) 555-0142', moveDays: 2 }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await seedConfig(database.db, clock, 'simulator')
})
afterAll(() => database.drop())

let emails = 0

interface Story {
  outcome: AttemptOutcome | null
  status?: 'PENDING' | 'CONFIRMED' | 'CANCELLED'
  message?: string
  total?: number
  isTooLate?: boolean
}

/** An attempt with its customer, hold and booking, in its state when the email is written. */
function tell(
  kind: Exclude<keyof typeof paymentEmails, 'books-differ'>,
  { outcome, status = 'CANCELLED', message, total = 1500_00, isTooLate = false }: Story,
) {
  return inTransaction(database.db, clock, async (tx, now) => {
    const tag = randomUUID().slice(0, 8)
    // Each on its own day, so that none is full.
    emails += 1
    const date = addDays('2027-05-17', emails)
    const stamps = { created_at: now, updated_at: now }
    const names = { first_name: 'Ada', last_name: 'Angler' }
    const email = `${tag}@example.com`
    const { id: user_id } = await tx
      .insertInto('users')
      .values({ username: tag, email, password_hash: '-', role: 'USER', phone_number: null, ...names, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
    const trip = { user_id, trip_date: date, number_of_guests: 1 }
    const booking = await tx
      .insertInto('bookings')
      .values({
        ...trip,
        ...names,
        ...stamps,
        email,
        phone: '555',
        confirmation_number: `JB-${tag}`,
        package_type: 'STANDARD',
        total_cents: total,
        deposit_cents: 350_00,
        status,
        terms_version: null,
        terms_accepted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hold_id = randomUUID()
    const prices = {
      deposit_per_guest_cents: 350_00,
      standard_package_price_cents: 1500_00,
      trophy_package_price_cents: 2500_00,
    }
    await tx
      .insertInto('holds')
      .values({
        id: hold_id,
        ...trip,
        ...prices,
        duration_minutes: 5,
        network: null,
        created_at: now,
        expires_at: now,
        released_at: now,
      })
      .execute()
    const bookingData = {
      selectedDate: date,
      numberOfGuests: 1,
      packageType: 'STANDARD',
      firstName: 'Ada',
      lastName: 'Angler',
      email,
      phone: '555',
    }
    const attempt = await tx
      .insertInto('payment_attempts')
      .values({
        user_id,
        kind: 'DEPOSIT',
        hold_id,
        booking_id: booking.id,
        request_id: randomUUID(),
        idempotency_key: randomUUID(),
        environment: 'simulator',
        realm_id: '1',
        amount_cents: 350_00,
        booking_data: JSON.stringify(bookingData),
        card_token_encrypted: null,
        network: null,
        started_at: now,
        leased_until: now,
        next_try_at: now,
        last_problem: 'the answer was lost',
        outcome,
        outcome_at: outcome && now,
        outcome_message: message ?? null,
        charge_id: outcome === 'CAPTURED' ? tag : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isTooLate) await reportCharge(tx, now, attempt.id, { kind: 'REFUNDABLE', reason: 'It came too late.' })
    const pages = { tripPage: addresses.bookings.booking.href, receiptsPage: addresses.receipts.own.href }
    const context = {
      tx,
      now,
      to: email,
      publicUrl: 'https://fish.example',
      business,
      ...pages,
      linkOf: () => undefined,
    }
    const render = paymentEmails[kind] as MailRenderer<object>
    const mail = await render({ attemptId: attempt.id, bookingId: booking.id }, context)
    return mail && { ...mail, tag, date: formatFullDate(date) }
  })
}

describe('the customer is emailed the outcome of a payment', () => {
  test('declined: the card was not charged and the spots are open again', async () => {
    const mail = await tell('payment-outcome', {
      outcome: 'DECLINED',
      message: 'The card was declined. Try another card.',
    })
    expect(mail!.subject).toMatch(/^Your payment didn't go through: \$/)
    expect(mail!.text).not.toContain('Try another card')
    for (const expected of [
      "The card was declined. Nothing was charged, and we couldn't keep your spots.",
      'Amount: $350.00',
      `Trip: ${mail!.date}`,
      `Confirmation: JB-${mail!.tag}`,
      'https://fish.example',
    ])
      expect(mail!.text).toContain(expected)
  })

  test('not charged: the card is spoken of once', async () => {
    const mail = await tell('payment-outcome', { outcome: 'NOT_CHARGED', message: 'Your card was not charged at all.' })
    expect(mail!.text.match(/charged/g)).toHaveLength(1)
  })

  test('voided: the pending charge disappears from the statement', async () => {
    const mail = await tell('payment-outcome', { outcome: 'VOIDED' })
    expect(mail!.subject).toBe('Your payment was canceled: $350.00')
    expect(mail!.text).toContain('will disappear within a few days')
  })

  test('captured for a booking that was cancelled before: it is refunded', async () => {
    const mail = await tell('payment-outcome', { outcome: 'CAPTURED', isTooLate: true })
    expect(mail!.subject).toBe("We're refunding your payment: $350.00")
    expect(mail!.text).toContain("We're refunding all of it.")
  })

  test('a declined balance: the booking is unchanged', async () => {
    const mail = await tell('payment-outcome', { outcome: 'DECLINED', status: 'CONFIRMED' })
    expect(mail!.text).toContain("Your card wasn't charged. Your booking hasn't changed.")
    expect(mail!.text).not.toContain('Open dates')
  })

  test('a paid balance: a thank-you', async () => {
    const mail = await tell('payment-outcome', { outcome: 'CAPTURED', status: 'CONFIRMED' })
    expect(mail!.subject).toBe('Payment received: $350.00')
    expect(mail!.text).not.toContain('Nothing left to pay')
    const last = await tell('payment-outcome', { outcome: 'CAPTURED', status: 'CONFIRMED', total: 350_00 })
    expect(last!.text).toContain('Balance: Nothing left to pay')
  })

  test('no email while the outcome is unknown', async () => {
    expect(await tell('payment-outcome', { outcome: null, status: 'PENDING' })).toBeNull()
  })
})

describe('the owner is emailed about a payment of unknown outcome', () => {
  test('with all known facts and where to settle it', async () => {
    const mail = await tell('payment-needs-review', { outcome: null, status: 'PENDING' })
    expect(mail!.subject).toBe('A payment needs your review: Ada Angler, $350.00')
    for (const expected of ['Ada Angler\n\nWe couldn', `Confirmation: JB-${mail!.tag}`, 'https://fish.example/admin'])
      expect(mail!.text).toContain(expected)
  })

  test('unless it has been settled since', async () => {
    expect(await tell('payment-needs-review', { outcome: 'DECLINED' })).toBeNull()
  })
})
