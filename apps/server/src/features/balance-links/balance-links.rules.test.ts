import { describe, expect, test } from 'vitest'
import { remindingAt } from './balance-links.rules.ts'

const at = (hour: number) => new Date(Date.UTC(2027, 5, 1, hour + 4))
const stages = (dueDays: number) => remindingAt(at(10), dueDays)

describe('on June 1', () => {
  test('a balance due ten days before the trip gets a reminder at each stage', () => {
    expect(stages(10)).toEqual([
      { stage: 'SOON', first: '2027-06-12', last: '2027-06-18' },
      { stage: 'OVERDUE', first: '2027-06-02', last: '2027-06-10' },
      { stage: 'TODAY', first: '2027-06-11', last: '2027-06-11' },
    ])
  })

  test('one due the morning of the trip gets reminders before, never after', () => {
    expect(stages(0)).toEqual([{ stage: 'SOON', first: '2027-06-02', last: '2027-06-08' }])
    expect(stages(1).map(({ stage }) => stage)).toEqual(['SOON', 'TODAY'])
  })

  test('on the day of the trip reminder, that email has the balance', () => {
    expect(stages(3).map(({ stage }) => stage)).toEqual(['SOON', 'OVERDUE'])
  })

  test('no reminders at night', () => {
    expect([0, 8, 9, 20, 21, 23].filter((hour) => remindingAt(at(hour), 7).length > 0)).toEqual([9, 20])
  })
})
