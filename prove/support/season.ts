import { setTimeout as delay } from 'node:timers/promises'
import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { correctBooking, moveBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setMaxCapacity, setPrivateSpotPrice } from '@arcadia/contract/admin/configuration'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { type BookingStatus, cancelBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { redeemOnBooking, redeemOnHold } from '@arcadia/contract/gift-vouchers'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { refundBooking, voidBooking } from '@arcadia/contract/refunds'
import { splitBooking } from '@arcadia/contract/shares'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { getTrip, listMyBookings } from '@arcadia/contract/trips'
import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { cardMoney, type TippedTrip } from './card-money.ts'
import type { Client } from './client.ts'
import type { DayWatch } from './day-watch.ts'
import type { Provider } from './provider.ts'
import { type Random, seededRandom } from './random.ts'
import { openRegisters, type Registers } from './registers.ts'

/** A booking acknowledged to its customer. */
interface Acknowledged {
  id: number
  confirmationNumber: string
  token: string
  guests: number
  /** The last acknowledged date. */
  date: string
  registers: Registers
}

export interface Held {
  /** Missing if the payment brings the spots along. */
  holdId?: string
  date: string
  guests: number
  deposit: number
}

interface Customer {
  token: string
  held?: Held | undefined
}

/** Relative frequency of each action. */
const ACTIONS = {
  hold: 22,
  pay: 18,
  payFirst: 4,
  release: 3,
  arrive: 4,
  reschedule: 7,
  cancel: 6,
  balance: 3,
  split: 3,
  share: 7,
  addAngler: 2,
  voucherOnHold: 3,
  voucherOnBooking: 2,
  join: 4,
  leave: 1,
  takeOffer: 4,
  move: 3,
  status: 4,
  correct: 2,
  refund: 2,
  undo: 1,
  phone: 3,
  cash: 1,
  capacity: 1,
  callOff: 0.3,
  answerMove: 0.5,
  callOn: 0.5,
  makeVoucher: 0.5,
  tip: 2,
  giveTipBack: 0.5,
  buyVoucher: 1,
  loseDispute: 1.5,
  winDispute: 0.7,
  look: 6,
  mine: 6,
}
type Action = keyof typeof ACTIONS

/** Names on the card: most are charged, some trigger a provider fault. */
const CARDS = {
  'Ada Angler': 80,
  Decline: 6,
  'Lost answer': 5,
  'Lost request': 3,
  'Slow 1': 3,
  'System error after': 3,
}

/** Random load of everything that takes or frees a spot, by many customers and the office at once. */
export interface Season {
  /** Performs one random action. Any answer is acceptable except a server error. */
  step(random: Random): Promise<void>
  /** Reads every acknowledged booking once more. */
  readAll(server: Client): Promise<void>
  acknowledged: Acknowledged[]
  /** Number of booking reads. */
  reads: { count: number }
  /** Reads that no order of the requested writes explains. */
  unexplained: string[]
}

interface Players {
  /** Picks a process at random. */
  server(random: Random): Client
  owner: string
  provider: Provider
  dates: string[]
  customers: number
  watch: Pick<DayWatch, 'allow' | 'settle'>
  /** Trips that take tips; nobody tips without one. */
  tipped?: TippedTrip[]
  /** Prefix that keeps email addresses unique. */
  name: string
}

export async function openSeason(players: Players, random: Random): Promise<Season> {
  const { owner, provider, dates, watch } = players
  const customers: Customer[] = []
  const acknowledged: Acknowledged[] = []
  const unexplained: string[] = []
  const reads = { count: 0 }
  const vouchers: string[] = []
  const moves: number[] = []
  let made = 0
  let isCapacityChanging = false

  const aBooking = (random: Random, latest = 60): Acknowledged | undefined =>
    acknowledged.length ? random.pick(acknowledged.slice(-latest)) : undefined
  /** Most earlier ones are canceled soon, and owe nothing. */
  const aLateBooking = (random: Random) => aBooking(random, 6)
  await players.server(random).call(setPrivateSpotPrice, { token: owner, body: { privateSpotPrice: 100 } })
  const aGroup = (random: Random) => ({ selectedDate: random.pick(dates), numberOfGuests: random.between(1, 4) })

  async function arrive(server: Client): Promise<Customer | undefined> {
    made += 1
    const person = { firstName: 'Ada', lastName: `Angler ${made}`, phoneNumber: '(863) 555-0142' }
    const body = { ...person, email: `${players.name}-${made}@example.com` }
    const { status, body: session } = await server.answer(registerNewcomer, { body })
    return status === 201 ? { token: session.token } : undefined
  }

  async function pay(
    server: Client,
    random: Random,
    customer: Customer,
    held: Held,
    owed = held.deposit,
    headers = {},
  ) {
    const paymentToken = owed > 0 ? await provider.cardToken(random.weighted(CARDS)) : null
    const body = aPayment({ ...held, deposit: owed }, paymentToken)
    const asked = performance.now()
    const { status, body: answer } = await server.answer(payForBooking, { token: customer.token, headers, body })
    // A repeated payment returns the same booking.
    if ((status !== 200 && status !== 201) || acknowledged.some(({ id }) => id === answer.booking.id)) return
    const { date, guests } = held
    const registers = openRegisters({ status: 'CONFIRMED', date, guests }, asked)
    const { confirmationNumber } = answer
    acknowledged.push({ id: answer.booking.id, confirmationNumber, token: customer.token, guests, date, registers })
  }

  async function read(server: Client, token: string): Promise<void> {
    const known = acknowledged.filter((booking) => booking.token === token)
    const asked = performance.now()
    const { status, body: found } = await server.answer(listMyBookings, { token })
    if (status === 0 || status >= 500) return
    const answered = performance.now()
    for (const { id, registers } of known) {
      reads.count++
      const booking = status === 200 ? found.find((booking) => booking.id === id) : undefined
      if (!booking) unexplained.push(`booking ${id} was acknowledged and cannot be read (${status})`)
      else {
        const { status, selectedDate: date, numberOfGuests: guests } = booking
        for (const why of registers.unexplained({ status, date, guests }, asked, answered))
          unexplained.push(`booking ${id}: ${why}`)
      }
    }
  }

  const actions: Record<Action, (server: Client, random: Random, customer: Customer) => Promise<unknown>> = {
    async hold(server, random, customer) {
      const body = { ...aGroup(random), isPrivate: random.percent(15) }
      const { status, body: hold } = await server.answer(createHold, { token: customer.token, body })
      if (status === 201)
        customer.held = {
          holdId: heldOf(hold).holdId,
          date: body.selectedDate,
          guests: body.numberOfGuests,
          deposit: 350 * body.numberOfGuests,
        }
    },
    async pay(server, random, customer) {
      const { held } = customer
      if (!held) return actions.hold(server, random, customer)
      await pay(server, random, customer, held)
      // The others pay again, as if from another tab.
      if (random.percent(80)) customer.held = undefined
    },
    async payFirst(server, random, customer) {
      const { selectedDate: date, numberOfGuests: guests } = aGroup(random)
      const headers = { 'idempotency-key': `${players.name}-press-${++made}` }
      await pay(server, random, customer, { date, guests, deposit: 350 * guests }, 350 * guests, headers)
    },
    async release(server, random, customer) {
      if (!customer.held?.holdId) return actions.hold(server, random, customer)
      await server.answer(releaseHold, { token: customer.token, params: { id: customer.held.holdId } })
      customer.held = undefined
    },
    async arrive(server, random) {
      const newcomer = await arrive(server)
      if (newcomer) customers[random.between(0, customers.length - 1)] = newcomer
    },
    async reschedule(server, random) {
      const booking = aBooking(random)
      if (!booking) return
      const { token, guests } = booking
      const body = { newSelectedDate: random.pick(dates), numberOfGuests: guests }
      const { status } = await booking.registers.write({ date: body.newSelectedDate }, () =>
        server.answer(rescheduleBooking, { token, params: { id: booking.id }, body }),
      )
      if (status === 200) booking.date = body.newSelectedDate
    },
    async cancel(server, random) {
      const booking = aBooking(random)
      const cancel = () => server.answer(cancelBooking, { token: booking!.token, params: { id: booking!.id } })
      await booking?.registers.write({ status: 'CANCELLED' }, cancel)
    },
    async balance(server, random) {
      const booking = aBooking(random)
      if (!booking) return
      const paymentToken = await provider.cardToken(random.weighted(CARDS))
      const body = {
        bookingId: booking.id,
        amount: random.pick([50, 200, 1000]),
        currency: 'USD' as const,
        paymentToken,
      }
      await server.answer(payBalance, { token: booking.token, body })
    },
    async split(server, random) {
      const booking = aLateBooking(random)
      if (!booking) return
      const { token, id } = booking
      const trip = await server.answer(getTrip, { token, params: { id } })
      if (trip.status !== 200 || !trip.body.own) return
      const { pendingAmount: owed, split } = trip.body.own
      const seen = split.shares.filter(({ state }) => state === 'OPEN').map((share) => share.id)
      const shares = Array.from({ length: random.between(1, 3) }, (_, at) => ({ name: `Friend ${at + 1}` }))
      await server.answer(splitBooking, { token, params: { id }, body: { shares, seen, owed } })
    },
    async share(server, random, customer) {
      const booking = aLateBooking(random)
      if (!booking) return
      const trip = await server.answer(getTrip, { token: booking.token, params: { id: booking.id } })
      const open = trip.status === 200 ? (trip.body.own?.split.shares ?? []).filter(({ asks }) => asks > 0) : []
      if (open.length === 0) return actions.split(server, random, customer)
      const { url, asks } = random.pick(open)
      const paymentToken = await provider.cardToken(random.weighted(CARDS))
      const body = { token: url.split('#')[1]!, amount: asks, owed: asks, currency: 'USD' as const, paymentToken }
      await server.answer(payLinkedBalance, { body })
    },
    async addAngler(server, random) {
      const booking = aLateBooking(random)
      if (!booking) return
      const { token, id } = booking
      const held = await server.answer(holdAngler, { token, params: { id } })
      if (held.status !== 201 || !held.body.hold) return
      const { hold, deposit: amount, totalAmount, numberOfGuests: guests } = held.body
      const paymentToken = amount > 0 ? await provider.cardToken(random.weighted(CARDS)) : undefined
      const agreed = { currency: 'USD' as const, termsVersion: TERMS_VERSION }
      const body = { holdId: hold.holdId, amount, totalAmount, paymentToken, ...agreed }
      const headers = { 'idempotency-key': `${players.name}-joins-${++made}` }
      const { status } = await booking.registers.write({ guests }, async () => {
        const answer = await server.answer(payAngler, { token, params: { id }, headers, body })
        // It joins once its payment is known.
        return answer.status === 202 ? { ...answer, status: 0 } : answer
      })
      if (status === 200 || status === 201) booking.guests = guests
    },
    async voucherOnHold(server, random, customer) {
      const { held } = customer
      if (!held?.holdId || !vouchers.length) return actions.hold(server, random, customer)
      const { token } = customer
      const code = random.pick(vouchers)
      const { status, body } = await server.answer(redeemOnHold, {
        token,
        params: { id: held.holdId },
        body: { code, packageType: 'TROPHY' },
      })
      await pay(
        server,
        random,
        customer,
        held,
        status === 200 ? Math.max(0, held.deposit - body.covered) : held.deposit,
      )
      customer.held = undefined
    },
    async voucherOnBooking(server, random) {
      const booking = aBooking(random)
      if (!booking || !vouchers.length) return
      const body = { code: random.pick(vouchers) }
      await server.answer(redeemOnBooking, { token: booking.token, params: { id: booking.id }, body })
    },
    join: (server, random, { token }) => server.answer(joinWaitlist, { token, body: aGroup(random) }),
    async leave(server, _, { token }) {
      const { status, body } = await server.answer(listMyWaitlist, { token })
      if (status === 200 && body[0]) await server.answer(leaveWaitlist, { token, params: { id: body[0].id } })
    },
    async takeOffer(server, random, customer) {
      const { status, body } = await server.answer(listMyWaitlist, { token: customer.token })
      const offer = status === 200 ? body.find(({ offer }) => offer)?.offer : undefined
      if (!offer) return
      const { holdId, selectedDate: date, numberOfGuests: guests } = offer
      await pay(server, random, customer, { holdId, date, guests, deposit: 350 * guests })
    },
    async move(server, random) {
      const booking = aBooking(random)
      if (!booking) return
      const body = { from: booking.date, to: random.pick(dates) }
      const { status } = await booking.registers.write({ date: body.to }, () =>
        server.answer(moveBooking, { token: owner, params: { id: booking.id }, body }),
      )
      if (status === 200) booking.date = body.to
    },
    async status(server, random) {
      const booking = aBooking(random)
      if (!booking) return
      const status = random.pick<BookingStatus>(['PENDING', 'CONFIRMED', 'CANCELLED', 'CANCELLED', 'COMPLETED'])
      const query = { status, ...(status === 'CANCELLED' && random.percent(50) && { refund: true }) }
      await booking.registers.write({ status }, () =>
        server.answer(setBookingStatus, { token: owner, params: { id: booking.id }, query }),
      )
    },
    async correct(server, random) {
      const booking = aBooking(random)
      if (!booking) return
      const body = { numberOfGuests: random.between(1, 4), acceptsOverpayment: true }
      const { status } = await booking.registers.write({ guests: body.numberOfGuests }, () =>
        server.answer(correctBooking, { token: owner, params: { id: booking.id }, body }),
      )
      if (status === 200) booking.guests = body.numberOfGuests
    },
    async refund(server, random) {
      const booking = aBooking(random)
      const query = random.percent(50) ? {} : { amount: random.pick(['10', '99.99', '350']) }
      if (booking) await server.answer(refundBooking, { token: owner, params: { id: booking.id }, query })
    },
    async undo(server, random) {
      const booking = aBooking(random)
      if (booking) await server.answer(voidBooking, { token: owner, params: { id: booking.id } })
    },
    async phone(server, random) {
      made += 1
      const body = {
        ...aPayment({ ...aHeld(aGroup(random)) }, null).bookingData,
        email: `${players.name}-phone-${made}@example.com`,
      }
      const hasDeadline = random.percent(50)
      const depositUntil = new Date(Date.now() + 45_000).toISOString()
      await server.answer(enterPhoneBooking, { token: owner, body: { ...body, ...(hasDeadline && { depositUntil }) } })
    },
    async cash(server, random) {
      const booking = aBooking(random)
      const body = { amount: random.pick([20, 500]), method: 'CASH' as const }
      if (booking) await server.answer(recordManualPayment, { token: owner, params: { id: booking.id }, body })
    },
    async capacity(server, random) {
      if (isCapacityChanging) return
      isCapacityChanging = true
      const maxCapacity = random.between(2, 10)
      watch.allow(maxCapacity)
      const { status } = await server.answer(setMaxCapacity, { token: owner, body: { maxCapacity } })
      // Without an answer either capacity may be in force.
      if (status === 200) watch.settle(maxCapacity)
      isCapacityChanging = false
    },
    async callOff(server, random) {
      const body = { date: random.pick(dates), reason: 'WEATHER' as const, words: null }
      const { status, body: move } = await server.answer(moveDay, { token: owner, body })
      if (status === 201) moves.push(move.id)
    },
    async answerMove(server, random) {
      const booking = aBooking(random)
      if (!booking || !moves.length) return
      await booking.registers.write({ status: 'CANCELLED' }, () =>
        server.answer(refundMovedDay, { token: booking.token, params: { id: booking.id } }),
      )
    },
    async callOn(server) {
      const id = moves.shift()
      if (id) await server.answer(closeDayMove, { token: owner, params: { id }, body: { opensDay: true } })
    },
    async makeVoucher(server, random) {
      const body = { senderName: 'Ada', recipientName: 'Grace', amount: random.pick([50, 200, 700, 3000]) }
      const { status, body: voucher } = await server.answer(makeGiftVoucher, { token: owner, body })
      if (status !== 201) return
      const shown = await server.answer(showVoucherCode, { token: owner, params: { id: voucher.id } })
      if (shown.status === 200) vouchers.push(shown.body.code)
    },
    ...cardMoney({
      owner,
      name: players.name,
      tipped: players.tipped ?? [],
      cardToken: (random) => provider.cardToken(random.weighted(CARDS)),
      aBooking: aLateBooking,
    }),
    look: (server) => server.answer(getAvailabilityRange, { query: { startDate: dates[0]!, endDate: dates.at(-1)! } }),
    mine: (server, random, { token }) => read(server, aBooking(random)?.token ?? token),
  }

  for (let i = 0; i < players.customers; i++) customers.push((await arrive(players.server(random)))!)
  return {
    acknowledged,
    reads,
    unexplained,
    async step(random) {
      await actions[random.weighted(ACTIONS)](players.server(random), random, random.pick(customers))
    },
    async readAll(server) {
      for (const token of new Set(acknowledged.map(({ token }) => token))) await read(server, token)
    },
  }
}

/** Has people act at a person's pace until it is over. Returns the number of actions. */
export async function actUntil(season: Season, seed: number, people: number, isOver: () => boolean): Promise<number> {
  let actions = 0
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const random = seededRandom(seed * 1000 + person)
      while (!isOver()) {
        const started = Date.now()
        await season.step(random)
        actions++
        // An instant refusal must not become a busy loop.
        if (Date.now() - started < 20) await delay(20)
      }
    }),
  )
  return actions
}

function aHeld({ selectedDate, numberOfGuests }: { selectedDate: string; numberOfGuests: number }): Held {
  return { holdId: '', date: selectedDate, guests: numberOfGuests, deposit: 350 * numberOfGuests }
}

/** A deposit payment for a hold; a null token means nothing is due. */
export function aPayment(
  { holdId, date, guests, deposit }: Held,
  paymentToken: string | null,
): WireInput<typeof payForBooking>['body'] {
  return {
    bookingData: {
      selectedDate: date,
      numberOfGuests: guests,
      packageType: 'TROPHY',
      firstName: 'Ada',
      lastName: 'Angler',
      email: 'ada@example.com',
      phone: '(863) 555-0142',
    },
    paymentData: {
      amount: deposit,
      currency: 'USD',
      paymentToken,
      description: 'Deposit',
      paymentMethod: 'QUICKBOOKS',
    },
    holdId,
  }
}
