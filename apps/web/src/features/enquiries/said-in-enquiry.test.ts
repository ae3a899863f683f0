import { expect, test } from 'vitest'
import { saidIn } from './said-in-enquiry.ts'

const season = { seasonStart: '2027-05-16', seasonEnd: '2027-09-05' }
const said = (message: string) => saidIn(message, season, '2027-04-05')

test.each([
  ['Is June 12 free? There are three of us.', { date: '2027-06-12', numberOfGuests: 3 }],
  ['We are two.\nFriday, May 21, 2027, if we may', { date: '2027-05-21', numberOfGuests: 2 }],
  ['party of 4 on 6/3', { date: '2027-06-03', numberOfGuests: 4 }],
  ['My father (80) and I: 2 anglers', { numberOfGuests: 2 }],
  ['We came on 5/20/2026 and loved it.', {}],
  ['Call me at 555-0142, one question about lunch', {}],
  ['', {}],
])('"%s" names %j', (message, named) => {
  expect(said(message)).toEqual(named)
})
