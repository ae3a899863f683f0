import { confirmEmail, login, register } from '@arcadia/contract/accounts'
import { addBookingNote, enterPhoneBooking, setBookingStatus } from '@arcadia/contract/admin-bookings'
import { setBlackoutDates, setSeason } from '@arcadia/contract/admin-configuration'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { cancelBooking, rescheduleBooking, TERMS_VERSION } from '@arcadia/contract/bookings'
import { compareBooks } from '@arcadia/contract/bookkeeping'
import { type BookingConfig, FALLBACK_CONFIG, quote } from '@arcadia/contract/configuration'
import { createEnquiry, setEnquiryStatus } from '@arcadia/contract/enquiries'
import { createHold } from '@arcadia/contract/holds'
import { recordManualPayment } from '@arcadia/contract/manual-payments'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { declineRefundRequest, listRefundRequests, refundBooking, requestRefund } from '@arcadia/contract/refunds'
import { saveReview, setReviewStatus } from '@arcadia/contract/reviews'
import type { TripDate } from '@arcadia/contract/trip-date'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { generatePassword } from '../features/accounts/passwords.ts'
import { type Call, type Caller, Refused } from './calls.ts'
import { type Enquiry, type Name, PEOPLE, type Trip } from './story.ts'

const HOUR = 3_600_000
const PASSWORD_OF_NOBODY = generatePassword()
const OWNERS_ADDRESS = '127.0.0.1'

export interface DemoMail {
  to: string
  text: string
}

interface Deps {
  call: Call
  /** Where cards become tokens, as a browser does it. */
  simulatorUrl: string
  admin: { username: string; password: string }
  /** What was emailed, the latest last. */
  inbox: readonly DemoMail[]
  runJobs(): Promise<void>
  now(): Date
  wait(minutes: number): Promise<void>
}

export type Cast = ReturnType<typeof createCast>

/** What the people of the demo do, each at the moment it is done. Nobody knows a password of theirs afterwards. */
export function createCast({ call, simulatorUrl, admin, inbox, runJobs, now, wait }: Deps) {
  const sessions = new Map<string, { token: string; until: number }>()
  const accounts = new Set<Name>()

  async function session(key: string, hours: number, open: () => Promise<string>): Promise<string> {
    const known = sessions.get(key)
    if (known && known.until > now().getTime()) return known.token
    const token = await open()
    sessions.set(key, { token, until: now().getTime() + hours * HOUR })
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
    const link = inbox.findLast(({ to, text }) => to === email && text.includes('#token='))
    const [, linkToken = ''] = /#token=([\w-]+)/.exec(link?.text ?? '') ?? []
    await wait(3)
    await call({ address }, confirmEmail, { body: { token: linkToken } })
    return token
  }

  /** The card goes from its owner to the provider; what comes back is good for one payment. */
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
    const { booking } = await call(await customer(who), payForBooking, {
      query: {},
      body: {
        holdId,
        bookingData: {
          selectedDate: date,
          numberOfGuests: trip.guests,
          packageType: trip.package,
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
    await call(await owner(), recordManualPayment, { params: { id }, body: { amount, method, note: null } })
  }

  return {
    /** On the site: an account at the first time, a hold, a card. Answers the booking. */
    async book(trip: Trip, date: TripDate): Promise<number> {
      const { who, guests } = trip
      const { firstName, lastName } = PEOPLE[who]
      const caller = await customer(who)
      await wait(2)
      const body = { selectedDate: date, numberOfGuests: guests }
      const { holdId } = await call(caller, createHold, { body })
      await wait(1)
      if (trip.isDeclinedFirst)
        await payDeposit(who, trip, date, holdId, 'Decline').catch((error) => {
          if (!(error instanceof Refused && error.status === 402)) throw error
        })
      return payDeposit(who, trip, date, holdId, `${firstName} ${lastName}`)
    },

    async bookByPhone({ who, guests, package: packageType }: Trip, date: TripDate): Promise<number> {
      const { firstName, lastName, email, phone } = detailsOf(who)
      const booking = await call(await owner(), enterPhoneBooking, {
        body: { selectedDate: date, numberOfGuests: guests, packageType, firstName, lastName, email, phone },
      })
      return booking.id
    },

    takeDepositCheck: (id: number, trip: Trip) => recordByHand(id, depositOf(trip), 'CHECK'),

    async payBalance(id: number, { who, balance, ...trip }: Trip): Promise<void> {
      const amount = quoteOf(trip).balance
      if (balance !== 'card') return recordByHand(id, amount, balance!)
      const { firstName, lastName } = PEOPLE[who]
      await call(await customer(who), payBalance, {
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

    async reschedule(id: number, { who, guests }: Trip, date: TripDate): Promise<void> {
      const body = { newSelectedDate: date, numberOfGuests: guests }
      await call(await customer(who), rescheduleBooking, { params: { id }, body })
    },

    async cancel(id: number, { who, cancels }: Trip): Promise<void> {
      if (cancels === 'customer') await call(await customer(who), cancelBooking, { params: { id } })
      else await call(await owner(), setBookingStatus, { params: { id }, query: { status: 'CANCELLED', refund: true } })
    },

    async giveBack(id: number, { cents, why }: NonNullable<Trip['givenBack']>): Promise<void> {
      await call(await owner(), refundBooking, { params: { id }, query: { amount: cents, description: why } })
    },

    async askRefund(id: number, who: Name, text: string): Promise<void> {
      await call(await customer(who), requestRefund, { params: { id }, body: { description: text } })
    },

    async declineRefund(bookingId: number, answer: string): Promise<void> {
      const caller = await owner()
      const request = (await call(caller, listRefundRequests, {})).find((open) => open.bookingId === bookingId)!
      await call(caller, declineRefundRequest, { params: { id: request.id }, body: { answer } })
    },

    async ask(bookingId: number, who: Name, text: string): Promise<number> {
      const body = { bookingId, queryMessage: text }
      return (await call(await customer(who), createBookingQuery, { body })).id
    },

    async answer(id: number, text: string): Promise<void> {
      const body = { status: 'RESPONDED' as const, adminResponse: text }
      await call(await owner(), setBookingQueryStatus, { params: { id }, body })
    },

    async takeUp(id: number): Promise<void> {
      await call(await owner(), setBookingQueryStatus, { params: { id }, body: { status: 'IN_PROGRESS' } })
    },

    async review(bookingId: number, who: Name, { stars, text }: NonNullable<Trip['review']>): Promise<number> {
      return (await call(await customer(who), saveReview, { body: { bookingId, stars, text } })).id
    },

    async decideReview(id: number, status: 'PUBLISHED' | 'HIDDEN'): Promise<void> {
      await call(await owner(), setReviewStatus, { params: { id }, body: { status } })
    },

    async note(id: number, text: string): Promise<void> {
      await call(await owner(), addBookingNote, { params: { id }, body: { text } })
    },

    async waitFor(who: Name, date: TripDate, guests: number): Promise<void> {
      const body = { selectedDate: date, numberOfGuests: guests }
      await call(await customer(who), joinWaitlist, { body })
    },

    async enquire({ firstName, lastName, country, text }: Enquiry, index: number): Promise<number> {
      const email = `${firstName}.${lastName}@example.com`.toLowerCase()
      const phone = `(941) 555-01${twoDigits(index)}`
      const body = { firstName, lastName, email, phone, country, message: text }
      return (await call({ address: `203.0.113.${index + 1}` }, createEnquiry, { body })).id
    },

    async decideEnquiry(id: number, status: NonNullable<Enquiry['becomes']>, notes: string | undefined): Promise<void> {
      const body = { status, ...(notes && { adminNotes: notes }) }
      await call(await owner(), setEnquiryStatus, { params: { id }, body })
    },

    async openSeason(season: Pick<BookingConfig, 'seasonStart' | 'seasonEnd'>, daysAway: TripDate[]): Promise<void> {
      const caller = await owner()
      await call(caller, setSeason, { body: season })
      await call(caller, setBlackoutDates, { body: { blackoutDates: daysAway } })
    },

    async compareBooks(): Promise<void> {
      await call(await owner(), compareBooks, {})
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

const quoteOf = (trip: Pick<Trip, 'package' | 'guests'>) => quote(FALLBACK_CONFIG, trip.package, trip.guests)
const depositOf = (trip: Trip) => quoteOf(trip).deposit
const twoDigits = (index: number) => String(index).padStart(2, '0')
