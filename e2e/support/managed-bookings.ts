import { addresses } from '@arcadia/contract/addresses'
import { createHold } from '@arcadia/contract/holds'
import { createCardToken, payForBooking } from '@arcadia/contract/payments'
import { splitBooking } from '@arcadia/contract/shares'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Locator, Page } from '@playwright/test'
import { turnTo } from './calendar.ts'
import { type Angler, api } from './test.ts'

/** The booking fields that journeys use. */
export interface Booked {
  id: number
  selectedDate: string
  numberOfGuests: number
  confirmationNumber: string
  status: string
  paidAmount: number
  pendingAmount: number
}

/** Books and pays the deposit through the API; the name on the card selects the simulator's answer. */
export async function aBooking(
  angler: Angler,
  selectedDate: string,
  numberOfGuests = 1,
  cardholder = 'Ada Angler',
): Promise<Booked> {
  const { token } = angler
  const { holdId } = heldOf(await api.call(createHold, { token, body: { selectedDate, numberOfGuests } }))
  const paymentToken = await aCardToken(token, cardholder)
  const { booking } = await api.call(payForBooking, {
    token,
    body: {
      bookingData: {
        selectedDate,
        numberOfGuests,
        packageType: 'TROPHY',
        firstName: angler.firstName,
        lastName: 'Angler',
        email: angler.email,
        phone: '(863) 555-0142',
      },
      paymentData: {
        amount: 350 * numberOfGuests,
        currency: 'USD',
        paymentToken,
        paymentMethod: 'QUICKBOOKS',
      },
      holdId,
    },
  })
  return booking
}

/** Splits what is left to pay of a booking in two: its guest's share and a friend's. */
export function splitWithSam({ token }: Pick<Angler, 'token'>, { id, pendingAmount }: Booked, email: string) {
  const shares = [
    { name: 'Ada', isOwn: true },
    { name: 'Sam Whitaker', email },
  ]
  return api.call(splitBooking, { token, params: { id }, body: { shares, seen: [], owed: pendingAmount } })
}

/** A card's single-use token; the name on the card selects the simulator's answer. */
export async function aCardToken(token: string, name = 'Ada Angler'): Promise<string> {
  const address = {
    streetAddress: '100 Test Street',
    city: 'Arcadia',
    region: 'FL',
    postalCode: '34266',
    country: 'US',
  }
  const expYear = String(new Date().getFullYear() + 2)
  const card = { name, number: '4111111111111111', expMonth: '12', expYear, cvc: '123', address }
  return (await api.call(createCardToken, { token, body: { card } })).value
}

/** Page object for Manage Bookings. */
export class ManagedBookings {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  row({ confirmationNumber }: Pick<Booked, 'confirmationNumber'>): Locator {
    return this.page.getByRole('listitem').filter({ hasText: confirmationNumber })
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name })
  }

  async openDetails(booked: Pick<Booked, 'confirmationNumber'>): Promise<Locator> {
    await this.page.goto(addresses.bookings.href())
    await this.row(booked).getByRole('button', { name: 'View Details' }).click()
    return this.dialog('Booking details')
  }

  async openReschedule(booked: Booked): Promise<Locator> {
    await this.page.goto(addresses.bookings.href())
    await this.row(booked)
      .getByRole('button', { name: /^Reschedule/ })
      .click()
    return this.dialog('Move your date')
  }

  async pickDate(dialog: Locator, date: string): Promise<void> {
    await turnTo(dialog, date)
    await this.day(dialog, date).click()
  }

  day(dialog: Locator, date: string): Locator {
    return dialog.locator(`[data-date="${date}"]`)
  }
}
