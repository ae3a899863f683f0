import { assessDay, type DayClaims } from '@arcadia/contract/availability'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { datesBetween } from '@arcadia/contract/trip-date'
import { expect, test } from 'vitest'
import { type DayQuestion, forHolder, lookOf, nameOf, nearestOpenDates } from './day-look.ts'

const today = '2026-06-08'
const rules = { ...FALLBACK_CONFIG, blackoutDates: ['2026-06-25'] }

function june(claims: Record<string, DayClaims> = {}, more: Partial<DayQuestion> = {}): DayQuestion {
  const days = Object.fromEntries(
    datesBetween('2026-06-01', '2026-06-30').map((date) => [
      date,
      assessDay(date, today, rules, claims[date] ?? { booked: 0, held: 0 }),
    ]),
  )
  return { today, rules, days, ...more }
}

const look = (date: string, question: DayQuestion) => {
  const { state, word, isSelectable } = lookOf(date, question)
  return [state, word, isSelectable]
}

test('an open day shows its spots left, and warns when they are few', () => {
  const question = june({ '2026-06-11': { booked: 2, held: 0 }, '2026-06-12': { booked: 2, held: 1 } })
  expect(look('2026-06-09', question)).toEqual(['open', '4 left', true])
  expect(look('2026-06-11', question)).toEqual(['few', '2 left', true])
  expect(look('2026-06-12', question)).toEqual(['few', '1 left', true])
})

test('what a customer holds is free for them, also where nobody else can book anymore', () => {
  const hold = { selectedDate: '2026-06-25', numberOfGuests: 3 }
  const question = june({ '2026-06-25': { booked: 0, held: 3 }, '2026-06-12': { booked: 1, held: 3 } })
  expect(look('2026-06-25', { ...question, days: forHolder(question.days, hold, rules) })).toEqual([
    'open',
    '4 left',
    true,
  ])
  const days = forHolder(question.days, { ...hold, selectedDate: '2026-06-12' }, rules)
  expect(look('2026-06-12', { ...question, days })).toEqual(['open', '3 left', true])
})

test('with one group a morning, an open day shows no count', () => {
  const oneGroup = { ...rules, maxCapacity: 2, sharing: 'ONE_GROUP' as const }
  expect(look('2026-06-09', { ...june(), rules: oneGroup })).toEqual(['open', 'open', true])
})

test('an unavailable day says why', () => {
  const question = june({ '2026-06-11': { booked: 4, held: 0 }, '2026-06-12': { booked: 2, held: 2 } })
  expect(look('2026-06-01', question)).toEqual(['out', 'past', false])
  expect(look('2026-06-03', question)).toEqual(['closed', 'closed', false])
  expect(look('2026-06-08', question)).toEqual(['out', 'today', false])
  expect(look('2026-06-11', question)).toEqual(['full', 'full', false])
  expect(look('2026-06-12', question)).toEqual(['held', 'held', false])
  expect(look('2026-06-25', question)).toEqual(['away', 'closed', false])
})

test('a day outside the season shows only its number unless it has passed', () => {
  const early = { ...june(), today: '2026-05-01', days: {} as DayQuestion['days'] }
  for (const date of ['2026-04-30', '2026-05-02'])
    early.days[date] = assessDay(date, early.today, rules, { booked: 0, held: 0 })
  expect(look('2026-04-30', early)).toEqual(['out', 'past', false])
  expect(look('2026-05-02', early)).toEqual(['out', '', false])
})

test('a day whose month has not loaded cannot be chosen', () => {
  expect(look('2026-07-02', june())).toEqual(['loading', '', false])
})

test('a group being moved sees its own date and the days that are too small for it', () => {
  const question = june({ '2026-06-11': { booked: 3, held: 0 } }, { guests: 2, ownDate: '2026-06-18' })
  expect(look('2026-06-18', question)).toEqual(['own', 'yours', false])
  expect(look('2026-06-18', { ...question, isGuests: true })).toEqual(['own', 'now', false])
  expect(look('2026-06-11', question)).toEqual(['full', 'too few', false])
  expect(lookOf('2026-06-11', question).sentence).toBe('Only 1 spot is left on Thursday, June 11.')
})

test('only days lost to other anglers open an explanation', () => {
  const question = june({ '2026-06-11': { booked: 4, held: 0 } })
  expect(lookOf('2026-06-11', question).hasExplanation).toBe(true)
  expect(lookOf('2026-06-03', question).hasExplanation).toBe(false)
})

test('the name of a day ends with the text of its cell', () => {
  const question = june()
  expect(nameOf('2026-06-09', lookOf('2026-06-09', question))).toBe('Tuesday, June 9 4 left')
  expect(nameOf('2026-07-02', lookOf('2026-07-02', question))).toBe('Thursday, July 2')
})

test('before booking opens, a day says so to guests, and the owner and moved groups can pick it', () => {
  const claims = { '2026-06-11': { booked: 2, held: 2 }, '2026-06-12': { booked: 4, held: 0 } }
  const rulesBefore = { ...rules, opensOn: null }
  const early = { ...june(claims), rules: rulesBefore }
  early.days = Object.fromEntries(
    Object.keys(early.days).map((date) => [
      date,
      assessDay(date, today, rulesBefore, (claims as Record<string, DayClaims>)[date] ?? { booked: 0, held: 0 }),
    ]),
  )
  expect(look('2026-06-09', early)).toEqual(['soon', 'soon', false])
  expect(lookOf('2026-06-09', early)).toMatchObject({ sentence: 'Booking opens soon.', hasExplanation: false })
  expect(look('2026-06-03', early)).toEqual(['closed', 'closed', false])
  expect(look('2026-06-12', early)).toEqual(['full', 'full', false])
  expect(nearestOpenDates('2026-06-12', early)).toEqual([])
  for (const exempt of [{ beforeOpening: true }, { ownDate: '2026-06-18' }, { byStaff: true }])
    expect(look('2026-06-09', { ...early, ...exempt })).toEqual(['open', '4 left', true])
  expect(look('2026-06-11', { ...early, byStaff: true })).toEqual(['few', 'held', true])
})

test('staff can pick today, with the spots that bookings leave', () => {
  const of = (claims: DayClaims) => look(today, june({ [today]: claims }, { guests: 2, byStaff: true }))
  expect(of({ booked: 0, held: 0 })).toEqual(['open', '4 left', true])
  expect(of({ booked: 1, held: 3 })).toEqual(['few', 'held', true])
  expect(of({ booked: 4, held: 0 })).toEqual(['full', 'full', false])
  expect(look('2026-06-06', june({}, { byStaff: true }))).toEqual(['out', 'past', false])
})

test('the nearest open mornings are in order', () => {
  const full = { booked: 4, held: 0 }
  const question = june({ '2026-06-12': full, '2026-06-13': full })
  expect(nearestOpenDates('2026-06-12', question)).toEqual(['2026-06-11', '2026-06-15', '2026-06-09'].sort())
})

test('the owner can pick a day that others only hold, but not one that bookings fill', () => {
  const claims = {
    '2026-06-11': { booked: 2, held: 2 },
    '2026-06-12': { booked: 1, held: 2 },
    '2026-06-13': { booked: 3, held: 1 },
    '2026-06-15': { booked: 4, held: 0 },
  }
  const asked = june(claims, { guests: 2, byStaff: true })
  expect(look('2026-06-11', asked)).toEqual(['few', 'held', true])
  expect(look('2026-06-12', asked)).toEqual(['few', 'held', true])
  expect(look('2026-06-13', asked)).toEqual(['held', 'held', false])
  expect(look('2026-06-15', asked)).toEqual(['full', 'full', false])
  expect(look('2026-06-09', asked)).toEqual(['open', '4 left', true])
  expect(look('2026-06-03', asked)).toEqual(['closed', 'closed', false])
  expect(look('2026-06-12', june(claims, { guests: 2 }))).toEqual(['full', 'too few', false])
})
