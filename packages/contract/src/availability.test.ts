import { describe, expect, test } from 'vitest'
import {
  assessDay,
  type DayClaims,
  describeBoat,
  describeDay,
  refuseParty,
  spotsLeft,
  withoutOpening,
} from './availability.ts'
import { FALLBACK_CONFIG, quote, type Sharing } from './configuration.ts'
import { addDays, datesBetween, venueDate, weekdayOf } from './trip-date.ts'

const rules = { ...FALLBACK_CONFIG, blackoutDates: ['2026-06-18'] }
const today = '2026-06-01'
const none = { booked: 0, held: 0 }
const until = new Date('2026-06-01T18:05:00Z')

describe('what a date offers', () => {
  test.each([
    ['2026-05-15', none, 'OUTSIDE_SEASON'],
    ['2026-09-06', none, 'OUTSIDE_SEASON'],
    ['2026-06-07', none, 'CLOSED_WEEKDAY'],
    ['2026-06-10', none, 'CLOSED_WEEKDAY'],
    ['2026-06-18', none, 'BLACKOUT'],
    ['2026-05-18', none, 'TOO_SOON'],
    ['2026-06-01', none, 'TOO_SOON'],
    ['2026-06-02', none, undefined],
    ['2026-06-02', { booked: 3, held: 0 }, undefined],
    ['2026-06-02', { booked: 4, held: 0 }, 'FULL'],
    ['2026-06-02', { booked: 3, held: 1, heldUntil: until }, 'HELD'],
    ['2026-06-02', { booked: 0, held: 4, heldUntil: until }, 'HELD'],
    ['2026-06-02', { booked: 4, held: 1 }, 'FULL'],
  ])('%s with %j: %s', (date, claims, reason) => {
    expect(assessDay(date, today, rules, claims).reason).toBe(reason)
  })

  test('never offers fewer than zero spots, even with the capacity lowered below the bookings', () => {
    expect(assessDay('2026-06-02', today, { ...rules, maxCapacity: 2 }, { booked: 4, held: 0 })).toEqual({
      existingBookings: 4,
      existingGroups: 1,
      availableSpots: 0,
      isAtCapacity: true,
      bookable: false,
      reason: 'FULL',
    })
  })

  test('agrees with a table of every day of the year, for every value of today', () => {
    for (const now of datesBetween('2026-01-01', '2026-12-31'))
      for (const date of [addDays(now, -1), now, addDays(now, 1), addDays(now, 30)]) {
        const inSeason = date >= '2026-05-16' && date <= '2026-09-05'
        const expected = inSeason && ![0, 3].includes(weekdayOf(date)) && date !== '2026-06-18' && date > now
        expect({ now, date, bookable: assessDay(date, now, rules, none).bookable }).toEqual({
          now,
          date,
          bookable: expected,
        })
      }
  })
})

describe('sharing a morning', () => {
  const boat = (sharing: Sharing, maxCapacity = 4) => ({ maxCapacity, sharing })

  test.each<[Sharing, DayClaims, number]>([
    ['OPEN', { booked: 0, held: 0 }, 4],
    ['OPEN', { booked: 1, held: 1 }, 2],
    ['ONE_GROUP', { booked: 0, held: 0 }, 4],
    ['ONE_GROUP', { booked: 1, held: 0 }, 0],
    ['ONE_GROUP', { booked: 0, held: 1 }, 0],
    ['TWO_ANGLERS', { booked: 0, held: 0 }, 4],
    ['TWO_ANGLERS', { booked: 1, held: 0 }, 1],
    ['TWO_ANGLERS', { booked: 0, held: 1 }, 1],
    ['TWO_ANGLERS', { booked: 2, held: 0 }, 0],
    ['TWO_ANGLERS', { booked: 1, held: 1 }, 0],
    ['TWO_ANGLERS', { booked: 3, held: 0 }, 0],
    // The asking group is the one on the boat.
    ['ONE_GROUP', { booked: 2, held: 1, own: 3 }, 1],
    ['TWO_ANGLERS', { booked: 1, held: 0, own: 1 }, 3],
    // It shares the boat with another group.
    ['ONE_GROUP', { booked: 2, held: 0, own: 1 }, 0],
    ['TWO_ANGLERS', { booked: 2, held: 0, own: 1 }, 0],
    ['OPEN', { booked: 2, held: 0, own: 1 }, 2],
    // One group has the morning to itself, and may grow.
    ['OPEN', { booked: 2, held: 0, privately: 'BOOKED' }, 0],
    ['OPEN', { booked: 0, held: 2, privately: 'HELD' }, 0],
    ['OPEN', { booked: 2, held: 0, own: 2, privately: 'BOOKED' }, 2],
    // Without its hold, the morning is anybody's.
    ['OPEN', { booked: 1, held: 0, privately: 'HELD' }, 3],
  ])('%s with %j: %i more', (sharing, claims, left) => {
    expect(spotsLeft(boat(sharing), claims)).toBe(left)
  })

  test('a capacity of one stays one', () => {
    expect(spotsLeft(boat('TWO_ANGLERS', 1), { booked: 1, held: 0 })).toBe(0)
  })

  test.each<[Sharing, DayClaims, string | undefined]>([
    ['OPEN', { booked: 2, held: 0 }, undefined],
    ['ONE_GROUP', { booked: 1, held: 0 }, 'OTHER_GROUP'],
    ['ONE_GROUP', { booked: 4, held: 0 }, 'FULL'],
    ['ONE_GROUP', { booked: 0, held: 1, heldUntil: until }, 'HELD'],
    // The hold may expire; the booking stays.
    ['ONE_GROUP', { booked: 1, held: 1, heldUntil: until }, 'OTHER_GROUP'],
    ['TWO_ANGLERS', { booked: 1, held: 0 }, undefined],
    ['TWO_ANGLERS', { booked: 1, held: 1, heldUntil: until }, 'HELD'],
    ['TWO_ANGLERS', { booked: 2, held: 0 }, 'OTHER_GROUP'],
    ['OPEN', { booked: 1, held: 0, privately: 'BOOKED' }, 'OTHER_GROUP'],
    ['OPEN', { booked: 0, held: 1, privately: 'HELD', heldUntil: until }, 'HELD'],
  ])('%s with %j: %s', (sharing, claims, reason) => {
    expect(assessDay('2026-06-02', today, { ...rules, sharing }, claims).reason).toBe(reason)
  })

  const ALONE = { existingBookings: 0, existingGroups: 0 }
  const WITH = (existingBookings: number, existingGroups = 1) => ({ existingBookings, existingGroups })
  test.each<[Sharing, number, typeof ALONE, number, string]>([
    ['OPEN', 4, ALONE, 2, 'Nobody else yet; another group can still book.'],
    ['OPEN', 4, ALONE, 4, 'The boat is yours: your group takes every spot.'],
    ['OPEN', 4, WITH(2), 2, 'One other group, 2 anglers, is on this boat.'],
    ['OPEN', 4, WITH(1), 1, 'One other group, 1 angler, is on this boat.'],
    ['OPEN', 4, WITH(3, 2), 1, 'Two other groups, 3 anglers, are on this boat.'],
    ['ONE_GROUP', 4, ALONE, 1, 'The boat is yours: one group a morning.'],
    ['TWO_ANGLERS', 4, ALONE, 1, 'Nobody else yet; one other angler can still book.'],
    ['TWO_ANGLERS', 4, ALONE, 2, "The boat is yours: groups of two or more don't share."],
    ['TWO_ANGLERS', 4, WITH(1), 1, 'One other group, 1 angler, is on this boat.'],
    // A boat for one is never shared.
    ['TWO_ANGLERS', 1, ALONE, 1, 'The boat is yours: your group takes every spot.'],
  ])('with %s and room for %i beside %j, a group of %i reads: %s', (sharing, capacity, day, guests, sentence) => {
    expect(describeBoat(boat(sharing, capacity), day, guests)).toBe(sentence)
  })

  test('is explained in words, also to a group too large to share', () => {
    const one = { ...rules, sharing: 'ONE_GROUP' } as const
    expect(describeDay('2026-06-02', today, one, assessDay('2026-06-02', today, one, { booked: 1, held: 0 }))).toBe(
      'Another group has the boat on Tuesday, June 2.',
    )
    const two = { ...rules, sharing: 'TWO_ANGLERS' } as const
    const day = assessDay('2026-06-02', today, two, { booked: 1, held: 0 })
    expect(refuseParty('2026-06-02', today, two, day, 2)).toBe(
      'Only 1 spot is left on Tuesday, June 2. When groups share the boat, the limit is two anglers.',
    )
    expect(refuseParty('2026-06-02', today, two, day, 1)).toBeUndefined()
  })
})

describe('in words', () => {
  const say = (date: string, claims: Parameters<typeof assessDay>[3]) =>
    describeDay(date, today, rules, assessDay(date, today, rules, claims))

  test('each state is one sentence', () => {
    expect(say('2026-06-02', none)).toBe(
      '4 spots left on Tuesday, June 2. Nobody else yet; another group can still book.',
    )
    expect(say('2026-06-02', { booked: 3, held: 0 })).toBe(
      '1 spot left on Tuesday, June 2. One other group, 3 anglers, is on this boat.',
    )
    expect(say('2026-06-02', { booked: 4, held: 0 })).toBe('Tuesday, June 2 is full.')
    expect(say('2026-06-02', { booked: 0, held: 4, heldUntil: until })).toBe(
      'Every spot left on Tuesday, June 2 is being held right now. One may open up at 2:05 PM Eastern.',
    )
    expect(say('2026-06-07', none)).toBe("We don't fish on Sundays and Wednesdays.")
    expect(say('2026-06-18', none)).toBe('The guide is away on Thursday, June 18.')
    expect(say('2026-05-18', none)).toBe('Monday, May 18 has passed.')
    expect(say('2026-05-10', none)).toContain('May 16, 2026 to September 5, 2026')
  })

  test('a group that does not fit learns how many spots are left', () => {
    const day = assessDay('2026-06-02', today, rules, { booked: 2, held: 0 })
    expect(refuseParty('2026-06-02', today, rules, day, 3)).toBe('Only 2 spots are left on Tuesday, June 2.')
    expect(refuseParty('2026-06-02', today, rules, day, 2)).toBeUndefined()
  })
})

describe('the venue’s date', () => {
  test.each([
    ['2026-03-08T04:59:59Z', '2026-03-07'],
    ['2026-03-08T05:00:00Z', '2026-03-08'],
    ['2026-03-09T03:59:59Z', '2026-03-08'],
    ['2026-11-01T03:59:59Z', '2026-10-31'],
    ['2026-11-02T04:59:59Z', '2026-11-01'],
    ['2026-11-02T05:00:00Z', '2026-11-02'],
    ['2028-02-29T12:00:00Z', '2028-02-29'],
  ])('at %s it is %s there', (instant, date) => {
    expect(venueDate(new Date(instant))).toBe(date)
  })
})

describe('a quote', () => {
  test('is price times anglers, with the deposit taken off', () => {
    expect(quote(FALLBACK_CONFIG, 'TROPHY', 2)).toEqual({
      price: 250_000,
      forRiders: 0,
      emptySpots: 0,
      forEmptySpots: 0,
      total: 500_000,
      deposit: 70_000,
      balance: 430_000,
    })
    expect(quote(FALLBACK_CONFIG, 'STANDARD', 4)).toMatchObject({ total: 600_000, deposit: 140_000 })
  })

  test("adds riders to total and balance at the hold's price or else today's, without a deposit", () => {
    const sum = { forRiders: 30_000, total: 530_000, deposit: 70_000, balance: 460_000 }
    expect(quote(FALLBACK_CONFIG, 'TROPHY', 2, 2)).toMatchObject(sum)
    const promised = { ...FALLBACK_CONFIG, riderPrice: 0 }
    expect(quote(promised, 'TROPHY', 2, 2)).toMatchObject({ forRiders: 0, total: 500_000 })
  })

  test('adds the empty spots of a private morning to total and balance, without a deposit', () => {
    const promised = { ...FALLBACK_CONFIG, privateMorning: { spots: 4, spotPrice: 25_000 } }
    const sum = { emptySpots: 2, forEmptySpots: 50_000, total: 550_000, deposit: 70_000, balance: 480_000 }
    expect(quote(promised, 'TROPHY', 2)).toMatchObject(sum)
    expect(quote({ ...promised, privateMorning: { spots: 2, spotPrice: 25_000 } }, 'TROPHY', 3).emptySpots).toBe(0)
  })

  test('never asks for a deposit above the package price', () => {
    expect(quote({ ...FALLBACK_CONFIG, depositPerGuest: 999_900 }, 'STANDARD', 1).deposit).toBe(150_000)
  })
})

describe('before booking opens', () => {
  const date = '2026-06-02'
  const assess = (opensOn: string | null, on = today, claims: DayClaims = { booked: 0, held: 0 }) =>
    assessDay(date, on, { ...rules, opensOn }, claims)

  test('a day waits until the owner has opened, or until the day that was set', () => {
    expect(assess(null).reason).toBe('OPENS_LATER')
    expect(assess(addDays(today, 1)).reason).toBe('OPENS_LATER')
    expect(assess(today).bookable).toBe(true)
    expect(assess(addDays(today, -1)).bookable).toBe(true)
  })

  test('it says so, with the day if one is set', () => {
    const say = (opensOn: string | null) => describeDay(date, today, { ...rules, opensOn }, assess(opensOn))
    expect(say(null)).toBe('Booking opens soon.')
    expect(say('2026-06-08')).toBe('We open for booking on Mon, Jun 8.')
  })

  test('every other reason is said first, and only this one is lifted for those who need not wait', () => {
    expect(assess(null, today, { booked: 4, held: 0 }).reason).toBe('FULL')
    expect(withoutOpening(assess(null, today, { booked: 4, held: 0 })).bookable).toBe(false)
    expect(withoutOpening(assess(null))).toMatchObject({ bookable: true, availableSpots: 4 })
  })
})
