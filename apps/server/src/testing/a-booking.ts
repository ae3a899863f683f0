import type { Session } from '@arcadia/contract/accounts'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import type { Tackle } from '@arcadia/contract/riders'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { type Angler, aHold, anAngler, aPayment, networkAddress, OPEN_DATE } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** A confirmed booking with its deposit paid, and its customer. */
export async function aBooking(
  app: TestApp,
  input: {
    date?: string
    guests?: number
    riders?: number
    tackle?: Tackle
    isPrivate?: boolean
    angler?: Angler
  } = {},
): Promise<Angler & { bookingId: number; confirmationNumber: string }> {
  const { date = OPEN_DATE, guests = 1, riders, tackle, isPrivate } = input
  const angler = input.angler ?? (await anAngler(app))
  const holdId = await aHold(app, angler.token, { date, guests, isPrivate })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests })
  Object.assign(body.bookingData, { riders, tackle })
  const { booking } = await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })
  return { ...angler, bookingId: booking.id, confirmationNumber: booking.confirmationNumber }
}

/** Books and pays one angler in the session of an owner's test, as the booking dialog does it. */
export async function bookTest(app: TestApp, { token, user }: Session, date = OPEN_DATE) {
  const asked = { selectedDate: date, numberOfGuests: 1 }
  const { holdId, depositPerGuest } = heldOf(await app.call(createHold, { token, body: asked }))
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 1, amount: depositPerGuest })
  Object.assign(body.bookingData, { email: user.email, firstName: user.firstName, lastName: user.lastName })
  return app.call(payForBooking, { token, body })
}
