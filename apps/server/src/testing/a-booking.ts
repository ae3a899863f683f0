import { payForBooking } from '@arcadia/contract/payments'
import type { Tackle } from '@arcadia/contract/riders'
import { type Angler, aHold, anAngler, aPayment, networkAddress, OPEN_DATE } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** A confirmed booking with its deposit paid, and its customer. */
export async function aBooking(
  app: TestApp,
  input: { date?: string; guests?: number; riders?: number; tackle?: Tackle; angler?: Angler } = {},
): Promise<Angler & { bookingId: number; confirmationNumber: string }> {
  const { date = OPEN_DATE, guests = 1, riders, tackle } = input
  const angler = input.angler ?? (await anAngler(app))
  const holdId = await aHold(app, angler.token, { date, guests })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests })
  Object.assign(body.bookingData, { riders, tackle })
  const { booking } = await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })
  return { ...angler, bookingId: booking.id, confirmationNumber: booking.confirmationNumber }
}
