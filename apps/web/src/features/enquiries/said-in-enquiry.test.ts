import { expect, test } from 'vitest'
import { saidIn } from './said-in-enquiry.ts'

const season = { seasonStart: '2027-05-16', seasonEnd: '2027-09-05' }
const said = (message: string) => saidIn(message, season, '2027-04-05')

test.each([
  ['Is June 12 free? There are three of us.', { dates: ['2027-06-12'], numberOfGuests: 3 }],
  ['We are two.\nFriday, May 21, 2027, if we may', { dates: ['2027-05-21'], numberOfGuests: 2 }],
  ['party of 4 on 6/3', { dates: ['2027-06-03'], numberOfGuests: 4 }],
  ['My father (80) and I: 2 anglers', { dates: [], numberOfGuests: 2 }],
  ['A family of four', { dates: [], numberOfGuests: 4 }],
  [
    'Down here June 4 to June 8. Saturday June 5 or Monday June 7 would be great, June 5 best.',
    { dates: ['2027-06-04', '2027-06-08', '2027-06-05', '2027-06-07'] },
  ],
  ['We came on 5/20/2026 and loved it.', { dates: [] }],
  ['Call me at 555-0142, one question about lunch', { dates: [] }],
  ['', { dates: [] }],
])('"%s" names %j', (message, named) => {
  expect(said(message)).toEqual(named)
})
