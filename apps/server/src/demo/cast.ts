import { confirmEmail, login, register } from '@arcadia/contract/accounts'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { compareBooks } from '@arcadia/contract/admin/bookkeeping'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { cancelBooking } from '@arcadia/contract/bookings'
import { FALLBACK_CONFIG, quote } from '@arcadia/contract/configuration'
import type { Endpoint, Input } from '@arcadia/contract/endpoint'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { createHold } from '@arcadia/contract/holds'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { declineRefundRequest, listRefundRequests } from '@arcadia/contract/refunds'
import type { TripDate } from '@arcadia/contract/trip-date'
import { HOUR_MS } from '../clock.ts'
import { generatePassword } from '../features/accounts/passwords.ts'
import { type Call, type Caller, Refused } from './calls.ts'
import { type Enquiry, type Name, PEOPLE, type Trip } from './story.ts'

const PASSWORD_OF_NOBODY = generatePassword()
const OWNERS_ADDRESS = '127.0.0.1'

export interface DemoMail {
  to: string
  text: string
}

interface Deps {
  call: Call
  /** Where cards are tokenized, as the browser would. */
  simulatorUrl: string
  admin: { username: string; password: string }
  /** Sent emails, oldest first. */
  inbox: readonly DemoMail[]
  runJobs(): Promise<void>
  now(): Date
  wait(minutes: number): Promise<void>
}

export type Cast = ReturnType<typeof createCast>

/** The actions of the demo's people. Their passwords are random and not kept. */
export function createCast({ call, simulatorUrl, admin, inbox, runJobs, now, wait }: Deps) {
  const sessions = new Map<string, { token: string; until: number }>()
  const accounts = new Set<Name>()

  async function session(key: string, hours: number, open: () => Promise<string>): Promise<string> {
    const known = sessions.get(key)
    if (known && known.until > now().getTime()) return known.token
    const token = await open()
    sessions.set(key, { token, until: now().getTime() + hours * HOUR_MS })
    return token
  }

  async function owner(): Promise<Caller> {
    const address = OWNERS_ADDRESS
    const body = { usernameOrEmail: admin.username, password: admin.password }
    return { address, token: await session('owner', 11, async () => (await call({ address }, login, { body })).token) }
  }

  async function customer(who: Name): Promise<Caller> {
    const { address } = detailsOf(who)
    const token = await session(who, 24 * 29, () => (accounts.has(who) ? signIn(who) : signUp(who)))
    return { address, token }
  }

  async function asOwner<E extends Endpoint>(endpoint: E, input: Input<E>) {
    return call(await owner(), endpoint, input)
  }

  async function asCustomer<E extends Endpoint>(who: Name, endpoint: E, input: Input<E>) {
    return call(await customer(who), endpoint, input)
  }

  async function signIn(who: Name): Promise<string> {
    const { address, username } = detailsOf(who)
    const body = { usernameOrEmail: username, password: PASSWORD_OF_NOBODY }
    return (await call({ address }, login, { body })).token
  }

  async function signUp(who: Name): Promise<string> {
    const { address, username, email, firstName, lastName, phone } = detailsOf(who)
    const account = { username, email, firstName, lastName, password: PASSWORD_OF_NOBODY, phoneNumber: phone }
    const { token } = await call({ address }, register, { body: account })
    accounts.add(who)
    await runJobs()
    const link = inbox.findLast(({ to, text }) => to === email && /\/confirm-email\//.test(text))
    const [, linkToken = ''] = /\/confirm-email\/[\w-]+#([\w-]+)/.exec(link?.text ?? '') ?? []
    await wait(3)
    await call({ address }, confirmEmail, { body: { token: linkToken, isMine: true, password: PASSWORD_OF_NOBODY } })
    return token
  }

  /** Tokenizes the card at the provider; the token is good for one payment. */
  async function cardToken(who: Name, cardholder: string): Promise<string> {
    const response = await fetch(`${simulatorUrl}/quickbooks/v4/payments/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        card: {
          name: cardholder,
          number: PEOPLE[who].card,
          expMonth: '11',
          expYear: String(now().getUTCFullYear() + 3),
          cvc: '123',
          address: { streetAddress: '1 Pier Rd', city: 'Arcadia', region: 'FL', country: 'US', postalCode: '34266' },
        },
      }),
    })
    return ((await response.json()) as { value: string }).value
  }

  async function payDeposit(who: Name, trip: Trip, date: TripDate, holdId: string, cardholder: string) {
    const { firstName, lastName, email, phone } = detailsOf(who)
    const { booking } = await asCustomer(who, payForBooking, {
      query: {},
      body: {
        holdId,
        bookingData: {
          selectedDate: date,
          numberOfGuests: trip.guests,
          isPrivate: trip.isPrivate,
          packageType: trip.package,
          riders: trip.riders,
          tackle: trip.tackle,
          firstName,
          lastName,
          email,
          phone,
          termsVersion: TERMS_VERSION,
        },
        paymentData: {
          amount: depositOf(trip),
          currency: 'USD',
          paymentToken: await cardToken(who, cardholder),
          description: 'Deposit',
          paymentMethod: 'QUICKBOOKS',
          metadata: {},
          context: { mobile: false, isEcommerce: true },
        },
      },
    })
    return booking.id
  }

  async function recordByHand(id: number, amount: number, method: 'CASH' | 'CHECK') {
    await asOwner(recordManualPayment, { params: { id }, body: { amount, method, note: null } })
  }

  return {
    asOwner,
    asCustomer,

    /** Books on the site: signs up the first time, holds, pays by card. Returns the booking id. */
    async book(trip: Trip, date: TripDate): Promise<number> {
      const { who, guests, isPrivate } = trip
      const { firstName, lastName } = PEOPLE[who]
      const caller = await customer(who)
      await wait(2)
      const body = { selectedDate: date, numberOfGuests: guests, isPrivate }
      const held = await call(caller, createHold, { body })
      if ('payFirst' in held) throw new Error(held.message)
      await wait(1)
      if (trip.isDeclinedFirst)
        await payDeposit(who, trip, date, held.holdId, 'Decline').catch((error) => {
          if (!(error instanceof Refused && error.status === 402)) throw error
        })
      return payDeposit(who, trip, date, held.holdId, `${firstName} ${lastName}`)
    },

    async bookByPhone({ who, guests, riders, tackle, package: packageType }: Trip, date: TripDate): Promise<number> {
      const { firstName, lastName, email, phone } = detailsOf(who)
      const booking = await asOwner(enterPhoneBooking, {
        body: {
          selectedDate: date,
          numberOfGuests: guests,
          packageType,
          riders,
          tackle,
          firstName,
          lastName,
          email,
          phone,
        },
      })
      return booking.id
    },

    takeDepositCheck: (id: number, trip: Trip) => recordByHand(id, depositOf(trip), 'CHECK'),

    async payBalance(id: number, { who, balance, ...trip }: Trip): Promise<void> {
      const amount = quoteOf(trip).balance
      if (balance !== 'card') return recordByHand(id, amount, balance!)
      const { firstName, lastName } = PEOPLE[who]
      await asCustomer(who, payBalance, {
        query: {},
        body: {
          bookingId: id,
          amount,
          currency: 'USD',
          paymentToken: await cardToken(who, `${firstName} ${lastName}`),
          description: 'Balance',
        },
      })
    },

    async cancel(id: number, { who, cancels }: Trip): Promise<void> {
      if (cancels === 'customer') await asCustomer(who, cancelBooking, { params: { id } })
      else await asOwner(setBookingStatus, { params: { id }, query: { status: 'CANCELLED', refund: true } })
    },

    async declineRefund(bookingId: number, answer: string): Promise<void> {
      const request = (await asOwner(listRefundRequests, {})).find((open) => open.bookingId === bookingId)!
      await asOwner(declineRefundRequest, { params: { id: request.id }, body: { answer } })
    },

    async enquire({ firstName, lastName, country, text }: Enquiry, index: number): Promise<number> {
      const email = `${firstName}.${lastName}@example.com`.toLowerCase()
      const phone = `(941) 555-01${twoDigits(index)}`
      const body = { firstName, lastName, email, phone, country, message: text }
      return (await call({ address: `203.0.113.${index + 1}` }, createEnquiry, { body })).id
    },

    async compareBooks(): Promise<void> {
      await asOwner(compareBooks, {})
      await runJobs()
    },
  }
}

function detailsOf(who: Name) {
  const index = Object.keys(PEOPLE).indexOf(who)
  const { firstName, lastName } = PEOPLE[who]
  const username = `${firstName}.${lastName}`.toLowerCase()
  return {
    firstName,
    lastName,
    username,
    email: `${username}@example.com`,
    phone: `(863) 555-01${twoDigits(index)}`,
    address: `198.51.100.${index + 1}`,
  }
}

const quoteOf = (trip: Pick<Trip, 'package' | 'guests' | 'riders'>) =>
  quote(FALLBACK_CONFIG, trip.package, trip.guests, trip.riders)
const depositOf = (trip: Trip) => quoteOf(trip).deposit
const twoDigits = (index: number) => String(index).padStart(2, '0')
