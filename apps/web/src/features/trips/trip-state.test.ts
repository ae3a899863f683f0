import { addresses } from '@arcadia/contract/addresses'
import type { Business } from '@arcadia/contract/business'
import { addDays, venueInstant } from '@arcadia/contract/trip-date'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import { expect, test } from 'vitest'
import { leftToPayYourself, openOf, toDoLine, toDosOf } from '../bookings/trip-to-do.ts'
import { canAskRefund } from '../my-bookings/manage-bookings.rules.ts'
import { whatIsLeft } from '../my-bookings/money-left.tsx'
import { guideFirstName, headlineOf, isBeforeDawn, isUnderWay, stateOf, untilStart } from './trip-state.ts'

const TODAY = '2026-06-18'
const at = (date: string, time = '06:00') => venueInstant(date, time).getTime()
const NOW = at(TODAY)
const TRIP = {
  key: 'GROUP',
  firstName: 'Ada',
  selectedDate: TODAY,
  status: 'CONFIRMED',
  outcome: 'ON',
  calledOff: null,
  waiver: { signed: 0, wanted: 2 },
  own: null,
} as Trip

const OWN = {
  paidAmount: 1_000_000,
  refundedAmount: 0,
  chargedBackAmount: 0,
  refundedToVouchers: 0,
  refundableAmount: 1_000_000,
  surplusAmount: 0,
  cashAmount: 0,
  depositAmount: 140_000,
  refundAskedAt: null as Date | null,
  refundDeclined: null as OwnTrip['refundDeclined'],
  voucherAmount: 0,
  canceledByUs: false,
  wasCalledOff: false,
  refundedTo: null as string | null,
}

/** The day of the trip, called off and answered since. */
const CALLED_OFF = {
  date: TODAY,
  reason: 'WEATHER',
  words: null,
  state: 'ANSWERED',
  canAnswer: false,
} as const satisfies Trip['calledOff']

const thingsToDo = (trip: Partial<Trip>) => toDosOf({ ...TRIP, ...trip }, {} as Business, NOW).map(({ act }) => act)

test('the page of the day is dark until the sun rises, and an hour after the start nobody is late anymore', () => {
  const business = { tripStarts: '08:00', meetingPin: '27.2159, -81.8584' } as Business
  expect(isBeforeDawn(TRIP, business, at(TODAY, '06:25'))).toBe(true)
  expect(isBeforeDawn(TRIP, business, at(TODAY, '06:45'))).toBe(false)
  const unpinned = { ...business, meetingPin: null }
  expect(isBeforeDawn(TRIP, unpinned, at(TODAY, '07:59'))).toBe(true)
  expect(isBeforeDawn(TRIP, unpinned, at(TODAY, '08:00'))).toBe(false)
  expect(isUnderWay(TRIP, business, at(TODAY, '08:59'))).toBe(false)
  expect(isUnderWay(TRIP, business, at(TODAY, '09:00'))).toBe(true)
})

test('nobody is asked to sign for a trip of today that was missed or is over', () => {
  expect(thingsToDo({})).toEqual(['Sign the waiver'])
  expect(thingsToDo({ status: 'PENDING' })).toEqual(['Sign the waiver'])
  expect(thingsToDo({ outcome: 'NO_SHOW' })).toEqual([])
  expect(thingsToDo({ status: 'COMPLETED', outcome: 'TOOK_PLACE' })).toEqual([])
  expect(thingsToDo({ outcome: 'CALLED_OFF' })).toEqual([])
})

test('on the afternoon of the trip the page is the page after it', () => {
  const business = { tripEnds: '12:30' } as Business
  const own = {
    ...OWN,
    pendingAmount: 215_000,
    depositUntil: null,
    isGuideTold: false,
    split: { shares: [], rest: 215_000 },
  }
  const trip = { ...TRIP, key: 'BOOKING', own } as unknown as Trip
  const shown = (time: string, more = {}) => {
    const toDos = toDosOf(trip, { ...business, ...more } as Business, at(TODAY, time))
    return [stateOf(trip, business, at(TODAY, time)), ...toDos.map(({ title }) => title)]
  }
  const onTheMorning = { balanceDueDays: 0 }
  expect(shown('12:29', onTheMorning)).toEqual([
    'TODAY',
    'Sign the waiver, 0 of 2',
    'Pay $2,150.00 on the morning of your trip',
  ])
  expect(shown('16:30')).toEqual(['OVER', 'Pay $2,150.00'])
  expect(shown('16:30', onTheMorning)).toEqual(['OVER', 'Pay $2,150.00 now'])
  expect(headlineOf(trip, [], business, at(TODAY, '16:30')).headline).toBe('Thanks, Ada')
})

test('the page of the day begins at 6 PM the evening before', () => {
  const shown = (time: string) => stateOf(TRIP, {} as Business, at('2026-06-17', time))
  expect(shown('17:59')).toBe('TO_COME')
  expect(shown('18:00')).toBe('TODAY')
})

test('a friend who has signed on this phone is asked no more, and can sign for somebody else', () => {
  const shown = (signed: number) =>
    toDosOf({ ...TRIP, waiver: { signed, wanted: 2 } } as Trip, {} as Business, NOW, { signed: ['Sam'] }).map(
      ({ title, isDone, act }) => [title, isDone, act],
    )
  expect(shown(1)).toEqual([["You've signed, Sam", true, 'Sign for someone else']])
  expect(shown(2)).toEqual([['Waiver, 2 of 2 signed', true, '']])
  // Everybody who signs on one phone is kept.
  expect(
    toDosOf({ ...TRIP, waiver: { signed: 2, wanted: 3 } } as Trip, {} as Business, NOW, { signed: ['Sam', 'Kit'] })[0]
      ?.title,
  ).toBe('Sam and Kit have signed')
  // The signature was taken out since.
  expect(shown(0)).toEqual([['Sign the waiver', false, 'Sign the waiver']])
})

test("the booking's own page never says who signed on this phone", () => {
  const toDos = toDosOf({ ...TRIP, key: 'BOOKING', waiver: { signed: 1, wanted: 2 } }, {} as Business, NOW, {
    signed: ['Sam'],
  })
  expect(toDos.map(({ title, note }) => [title, note])).toEqual([
    ['Sign the waiver, 1 of 2', 'Everyone in your group signs; any phone works.'],
  ])
})

test('whoever booked and has signed passes the link on to those who have not', () => {
  const shown = (signed: number) =>
    toDosOf({ ...TRIP, key: 'GUEST', waiver: { signed, wanted: 4 } } as Trip, {} as Business, NOW, {
      signed: ['Ada'],
    })[0]
  expect(shown(3)).toMatchObject({
    isForOthers: true,
    title: 'Sign the waiver, 3 of 4',
    note: "You have. One of your group hasn't yet; any phone works.",
  })
  expect(shown(2)?.note).toBe("You have. Two of your group haven't yet; any phone works.")
  expect(shown(4)).toMatchObject({ isDone: true })
  expect(shown(0)?.isForOthers).toBeUndefined()
})

test.each([
  [['Sam Whitaker'], ['Ada Angler'], 2, "Sam has. You haven't yet; any phone works."],
  [['Sam Whitaker'], ['Ada Angler', 'Kit'], 3, "Sam has. You and Kit haven't yet; any phone works."],
  [['Sam Whitaker', 'Ada Angler'], ['Kit Lee'], 3, "You and Sam have. Kit hasn't yet; any phone works."],
  [['Ada Angler'], ['Kit Lee'], 4, "You have. Kit and two more haven't yet; any phone works."],
  [['Ada Angler'], [], 2, "You have. One of your group hasn't yet; any phone works."],
])('by the session, %j have signed and %j have not, of %s: it says so by name', (signed, open, wanted, note) => {
  const waiver = { signed: signed.length, wanted }
  expect(toDosOf({ ...TRIP, key: 'GUEST', waiver } as Trip, {} as Business, NOW, { signed, open })[0]?.note).toBe(note)
})

test('of those known by name, nobody is said to be missing when it is unclear who comes', () => {
  expect(openOf(['Ada Angler', 'Ada', 'Sam'], ['Ada B. Angler'], 2)).toEqual(['Sam'])
  expect(openOf(['Ada Angler', 'Ada', 'Sam', 'Kit'], [], 2)).toEqual(['Ada Angler'])
  expect(openOf(['Ada Angler', 'Sam', 'Kit'], ['Ada Angler'], 2)).toEqual([])
})

test("what became of a canceled trip's money stands with it, for who paid", () => {
  const says = (more: Partial<typeof OWN>) =>
    headlineOf(
      { ...TRIP, status: 'CANCELLED', outcome: null, own: { ...OWN, ...more } } as Trip,
      [],
      { phone: '(863) 555-0142' } as Business,
      NOW,
    ).sentences.slice(1)
  expect(says({})).toEqual([
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of the other $8,600.00 you paid.",
  ])
  expect(says({ refundableAmount: 0, cashAmount: 1_000_000 })).toEqual([
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of the other $8,600.00 you paid.",
    'Please call us.',
  ])
  expect(says({ refundAskedAt: new Date(NOW) })).toEqual([
    "You asked for a refund on Thu, Jun 18. We'll answer by email within 5 business days.",
  ])
  expect(says({ refundedAmount: 860_000, refundableAmount: 140_000 })).toEqual([
    'We refunded $8,600.00.',
    "Your $1,400.00 deposit isn't refundable. If something unusual happened, tell us and we'll take a look.",
  ])
  expect(says({ paidAmount: 140_000, refundedAmount: 60_000, refundableAmount: 80_000 })).toEqual([
    'We refunded $600.00.',
    "$800.00 of your deposit isn't refundable. If something unusual happened, tell us and we'll take a look.",
  ])
  const declined = { askedAt: new Date(NOW), declinedAt: new Date(NOW), answer: null }
  // The answer stands below, with what was written for it.
  expect(says({ refundDeclined: declined })).toEqual([])
  // Its two choices stand below.
  for (const open of [{ refundDeclined: declined }, { refundAskedAt: new Date(NOW) }])
    expect(says({ ...open, canceledByUs: true })).toEqual(['Your $10,000.00 is still with us.'])
  const back = { refundedAmount: 1_000_000, refundableAmount: 0 }
  expect(says(back)).toEqual(['We refunded $10,000.00.'])
  expect(says({ ...back, refundedTo: 'the Visa ending in 1111' })).toEqual([
    'We refunded $10,000.00 to the Visa ending in 1111.',
  ])
  expect(says({ refundedAmount: 1_000_000, refundedToVouchers: 50_000, refundableAmount: 0 })).toEqual([
    'We refunded $9,500.00.',
    '$500.00 is back on your gift, and its code works again.',
  ])
  expect(says({ paidAmount: 0, refundableAmount: 0 })).toEqual([])
  expect(says({ canceledByUs: true, voucherAmount: 1_000_000 })[0]).toBe('Your $10,000.00 is still with us.')
  expect(says({ canceledByUs: true, paidAmount: 140_000, refundableAmount: 140_000 })).toEqual([
    'Your $1,400.00 is still with us.',
  ])
})

test('a trip that we canceled says who, and how to ask why where nobody wrote it', () => {
  const says = (cancelReason: string | null) =>
    headlineOf(
      { ...TRIP, status: 'CANCELLED', outcome: null, own: { ...OWN, canceledByUs: true, cancelReason } } as Trip,
      [],
      { name: 'Arcadia', phone: '(863) 555-0142' } as Business,
      NOW,
    ).sentences[0]
  expect(says('The motor broke.')).toBe("We canceled your trip, and you don't owe anything for it.")
  expect(says(null)).toMatch(/ If you'd like to know why, call or text us\.$/)
})

test('a trip that its guest canceled says so, and that its spots are open again while it is ahead', () => {
  const says = (own: object, now = at(addDays(TODAY, -1))) =>
    headlineOf(
      { ...TRIP, status: 'CANCELLED', outcome: null, own: { ...OWN, ...own } } as Trip,
      [],
      {} as Business,
      now,
    ).sentences[0]
  expect(says({ canceledByGuest: true })).toBe(
    "You canceled this trip, and your spots are open to others again. You don't owe anything for it.",
  )
  expect(says({ canceledByGuest: true }, NOW)).toBe("You canceled this trip. You don't owe anything for it.")
  expect(says({ canceledByGuest: false })).toMatch(/^This trip is canceled, and your spots/)
})

test('the money of a canceled trip ends with what we keep for good, or what is still with us and can become of it', () => {
  const left = (own: object) => whatIsLeft({ ...OWN, ...own } as OwnTrip)
  const deposit = { paidAmount: 140_000, refundableAmount: 140_000 }
  expect(left({ ...deposit, canceledByUs: true })).toEqual({
    onItsWay: 0,
    kept: { cents: 140_000, label: 'Still with us', says: '' },
  })
  expect(left(deposit)?.kept).toMatchObject({ label: 'Kept', says: "It isn't refundable" })
  expect(left({})?.kept).toMatchObject({ label: 'Still with us', says: 'You can ask for $8,600.00 of it' })
  expect(left({ ...deposit, refundAskedAt: new Date() })?.kept).toMatchObject({
    label: 'Still with us',
    says: 'You asked for a refund',
  })
  const refundDeclined = { askedAt: new Date(NOW), declinedAt: new Date(NOW), answer: 'Sorry.' }
  expect(left({ ...deposit, refundDeclined })?.kept).toMatchObject({ label: 'Kept', says: 'Not refunded' })
  for (const ours of [{ wasCalledOff: true }, { canceledByUs: true }])
    for (const asked of [{}, { refundDeclined }, { refundAskedAt: new Date() }])
      expect(left({ ...deposit, ...ours, ...asked })?.kept).toMatchObject({ label: 'Still with us', says: '' })
  expect(left({ ...deposit, refundableAmount: 0 })).toEqual({ onItsWay: 140_000 })
  expect(left({ ...deposit, refundedAmount: 140_000, refundableAmount: 0 })).toEqual({ onItsWay: 0 })
  expect(left({ paidAmount: 0, refundableAmount: 0 })).toBeUndefined()
})

test('a refund is asked for on the page only where the server takes the request', () => {
  const canAsk = (more: Partial<typeof OWN>) => canAskRefund({ ...OWN, status: 'CANCELLED', ...more })
  expect(canAsk({})).toBe(true)
  expect(canAsk({ refundAskedAt: new Date() })).toBe(false)
  expect(canAsk({ refundableAmount: 0, cashAmount: 1_000_000 })).toBe(false)
  expect(canAsk({ paidAmount: 140_000, refundableAmount: 140_000 })).toBe(true)
})

test('friends of a canceled trip are asked for nothing, and told whom to ask', () => {
  expect(headlineOf({ ...TRIP, status: 'CANCELLED', outcome: null }, [], {} as Business, NOW).sentences).toEqual([
    "This trip is canceled, and there's nothing for you to do. For another date, ask Ada.",
  ])
})

test.each(['Jordan', 'Jordan Lee', 'Capt. Jordan Lee', 'Captain Jordan'])('%s is called Jordan', (name) =>
  expect(guideFirstName(name)).toBe('Jordan'),
)

test('the morning counts down to its hour, and no longer', () => {
  const says = (time: string) => untilStart(Date.parse(`2026-06-18T${time}Z`), new Date('2026-06-18T12:00:00Z'))
  expect(['09:04', '10:59', '11:00', '11:59', '12:00', '13:00'].map(says)).toEqual([
    'In 2 hours 56 minutes.',
    'In 1 hour 1 minute.',
    'In 1 hour.',
    'In 1 minute.',
    '',
    '',
  ])
})

test('what has become of a called-off day is said while that day is to come', () => {
  const news = (today: string, calledOff: Trip['calledOff'] = { ...CALLED_OFF, date: '2026-06-11' }) =>
    headlineOf({ ...TRIP, key: 'BOOKING', calledOff }, [], {} as Business, at(today)).news
  for (const today of ['2026-06-01', '2026-06-11']) expect(news(today)).toBe('Moved from Thu, Jun 11 to Thu, Jun 18.')
  expect(['2026-06-12', TODAY].map((today) => news(today))).toEqual([undefined, undefined])
  const isOnAgain = { ...CALLED_OFF, state: 'WITHDRAWN' } as const
  expect(news('2026-06-11', isOnAgain)).toBe('Your trip is on after all. Your booking stays as it is.')
})

test('friends, who knew the first date, read from which day the trip has moved', () => {
  const says = (trip: Partial<Trip>, today = '2026-06-01') =>
    headlineOf({ ...TRIP, ...trip }, [], {} as Business, at(today)).news
  const movedFrom = '2026-06-11'
  expect(says({ movedFrom })).toBe('Moved from Thu, Jun 11 to Thu, Jun 18.')
  expect(says({ movedFrom: '2025-08-30' })).toBe('Moved from Sat, Aug 30, 2025 to Thu, Jun 18, 2026.')
  expect(says({ movedFrom }, TODAY)).toBeUndefined()
  expect(says({ movedFrom: null })).toBeUndefined()
  expect(says({ movedFrom, key: 'BOOKING' })).toBeUndefined()
})

test('whoever booked reads that we moved the trip, until its day', () => {
  const own = { ...OWN, movedByUs: 'We moved the trip from Thursday, June 11, 2026 to Thursday, June 18, 2026.' }
  const says = (today: string) =>
    headlineOf(
      { ...TRIP, key: 'BOOKING', own } as unknown as Trip,
      [],
      { phone: '(863) 555-0142' } as Business,
      at(today),
    ).news
  expect(says('2026-06-17')).toBe(`${own.movedByUs} Doesn't the new date work for you? Call (863) 555-0142.`)
  expect(says(TODAY)).toBeUndefined()
})

test('of a day that we called off, who canceled says that we did, why, and what the guest chose', () => {
  const says = (own: object, calledOff: Partial<Trip['calledOff']> = {}) =>
    headlineOf(
      {
        ...TRIP,
        key: 'BOOKING',
        status: 'CANCELLED',
        outcome: null,
        calledOff: { ...CALLED_OFF, ...calledOff },
        own: { ...OWN, canceledByGuest: true, wasCalledOff: true, ...own },
      } as Trip,
      [],
      { phone: '(863) 555-0142' } as Business,
      NOW,
    ).sentences
  const refunded = { refundedAmount: 1_000_000, refundableAmount: 0 }
  expect(says(refunded)).toEqual([
    'We called off your trip on Thursday, June 18 because of the weather. You chose your money back.',
    'We refunded $10,000.00.',
  ])
  expect(says(refunded, { reason: 'ILLNESS' })[0]).toBe(
    'We called off your trip on Thursday, June 18: your guide was sick. You chose your money back.',
  )
  expect(says({ paidAmount: 0, refundableAmount: 0 })).toEqual([
    "We called off your trip on Thursday, June 18 because of the weather. You canceled it, and you don't owe anything for it.",
  ])
  // Its refund was refused, or is by hand.
  expect(says({}).slice(1)).toEqual(['Your $10,000.00 is still with us.', 'Please call us.'])
  expect(says({ refundAskedAt: new Date(0) }).slice(1)).toEqual([expect.stringMatching(/^You asked for a refund on /)])
  // The answer stands below.
  expect(says({ refundDeclined: { askedAt: new Date(0), declinedAt: new Date(0), answer: null } }).slice(1)).toEqual([])
  // It was on again, and they canceled later.
  expect(says({ wasCalledOff: false })[0]).toBe("You canceled this trip. You don't owe anything for it.")
  expect(says({ ...refunded, canceledByGuest: false, wasCalledOff: false, canceledByUs: true })[0]).toMatch(
    /^We canceled your trip/,
  )
})

test('whoever has paid their own share reads in the list what their friends leave open', () => {
  const split = (...shares: object[]) => ({
    ...OWN,
    pendingAmount: 430_000,
    depositUntil: null,
    split: { shares, rest: 0 },
  })
  const friend = { state: 'OPEN', asks: 215_000, paid: 0, isOwn: false }
  const mine = { state: 'PAID', asks: 0, paid: 215_000, isOwn: true }
  const line = (own: object) =>
    toDoLine(toDosOf({ ...TRIP, key: 'GUEST', waiver: null, own } as unknown as Trip, {} as Business, NOW))
  expect(line(split(mine, friend, friend))).toBe("your friends pay $4,300.00 (you owe what they don't)")
  expect(line({ ...split(mine), pendingAmount: 0 })).toBe('')
})

test('of a bill that is split, whoever booked is asked for their own share, or for what no share covers', () => {
  const share = {
    state: 'OPEN',
    asks: 215_000,
    paid: 0,
    isOwn: false,
    url: `https://a.example${addresses.trip.href({ id: 'x', token: 't' })}`,
  }
  const paid = { ...share, state: 'PAID', asks: 0, paid: 215_000 }
  const toDo = (shares: object[], rest = 0) => {
    const pendingAmount = rest + (shares as (typeof share)[]).reduce((sum, { asks }) => sum + asks, 0)
    const own = { ...OWN, pendingAmount, depositUntil: null, isGuideTold: true, split: { shares, rest } }
    const trip = { ...TRIP, key: 'GUEST', waiver: null, own } as unknown as Trip
    return toDosOf(trip, {} as Business, NOW)[0]!
  }
  const balance = (shares: object[], rest = 0) => {
    const { title, act, isDone, note, to } = toDo(shares, rest)
    return [title, act, isDone, note, to]
  }
  const line = (shares: object[]) => toDo(shares).line
  const asks = (shares: object[], rest = 0) => leftToPayYourself({ shares, rest } as NonNullable<Trip['own']>['split'])
  expect(asks([{ ...share, isOwn: true }, share, share])).toBe('Pay the whole $6,450.00 yourself')
  expect(asks([{ ...paid, isOwn: true }, share])).toBe('Pay the remaining $2,150.00 yourself')
  expect(asks([{ ...share, isOwn: true }, paid])).toBeUndefined()
  const to = addresses.payBalance.href({ id: 'x', token: 't' })
  expect(balance([{ ...share, isOwn: true }, share])).toEqual([
    'Pay $2,150.00',
    'Pay $2,150.00',
    false,
    'Your share of the balance.',
    to,
  ])
  expect(line([{ ...share, isOwn: true }, share, paid])).toBe("pay $2,150.00 (your friends' $2,150.00 is open too)")
  expect(line([{ ...share, isOwn: true }, paid])).toBe('pay $2,150.00')
  expect(balance([{ ...paid, isOwn: true }, share]).slice(0, 3)).toEqual(['Your share is paid', '', true])
  expect(balance([share, share])).toEqual([
    'Nothing for you to pay now',
    '',
    true,
    "$4,300.00 of your group's shares is still open. What your friends don't pay, you owe.",
    undefined,
  ])
  expect(balance([paid], 15_000).slice(0, 3)).toEqual(['Pay $150.00', 'Pay $150.00', false])
})

test('a deposit that is missing comes first, and the balance beside it is the rest', () => {
  const first = (paidAmount: number, selectedDate = '2026-06-25') => {
    const sums = { totalAmount: 500_000, depositAmount: 70_000, paidAmount, pendingAmount: 500_000 - paidAmount }
    const own = { ...OWN, ...sums, depositUntil: null, isGuideTold: true, split: { shares: [], rest: 0 } }
    const trip = { ...TRIP, selectedDate, key: 'GUEST', waiver: null, own } as unknown as Trip
    const { title, act, note } = toDosOf(trip, { balanceDueDays: 3 } as Business, NOW)[0]!
    return [title, act, note]
  }
  expect(first(0)).toEqual([
    'Pay the $700.00 deposit',
    'Pay the $700.00 deposit',
    'Then the balance, $4,300.00 by Mon, Jun 22.',
  ])
  expect(first(35_000)[0]).toBe('Pay the $350.00 deposit')
  expect(first(70_000)[0]).toBe('Pay $4,300.00 by Mon, Jun 22')
  expect(first(0, TODAY)[0]).toBe('Pay $5,000.00 now')
})
