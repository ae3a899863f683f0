import { expect, test } from 'vitest'
import { ACTIONS, changedValues } from './change-words.ts'

test.each([
  ['{"status":"IN_PROGRESS","adminNotes":"x"}', '{"status":"NEW","adminNotes":"x"}', [['Status', 'In progress']]],
  ['{"adminNotes":null}', '{"adminNotes":"x"}', [['Admin notes', 'none']]],
  ['{"isActive":false,"isConnected":true}', '{"isActive":true,"isConnected":false}', []],
  ['{"newBooking":false}', '{"newBooking":true}', [['New bookings', 'off']]],
  ['{"giftsStopped":null}', '{"giftsStopped":true}', [['Stop selling gifts on the site', 'off']]],
  ['{"status":"CANCELLED"}', '{"status":"CONFIRMED"}', [['Status', 'Canceled']]],
  ['{"firstName":"Cole","lastName":"Tanner"}', 'null', [['Name', 'Cole Tanner']]],
  [
    '{"amount":"$5.00","method":"LINK"}',
    'null',
    [
      ['Amount', '$5.00'],
      ['Paid by', 'Card (pay link)'],
    ],
  ],
  ['{"booking":"JB-1","isReached":true}', '{"booking":"JB-1","isReached":false}', [['', 'Reached']]],
  [
    '{"selectedDate":"2027-08-03","numberOfGuests":3,"packageType":"TROPHY","riders":1,"tackle":"FLY","firstName":"Gus","lastName":"Ford","heldSpotsTaken":2}',
    'null',
    [
      ['', '3 anglers, 1 rider on Tue, Aug 3, 2027, Trophy package, fly tackle'],
      ['Spots taken that were held for others', '2'],
    ],
  ],
  ['{"closedDays":[0,3]}', '{"closedDays":[]}', [['Closed days', 'Sundays and Wednesdays']]],
  ['{"blackoutDates":["2027-07-06","2027-07-08"]}', null, [["Days you're away", 'Tue, Jul 6, 2027; Thu, Jul 8, 2027']]],
  [
    '{"name":"ADA Lovelace","count":2}',
    'null',
    [
      ['Name', 'ADA Lovelace'],
      ['Count', '2'],
    ],
  ],
  ['{"numberOfGuests":3}', null, [['Anglers', '3']]],
  ['{"a":1}', 'null', [['A', '1']]],
  [
    '{"reason":"Twice"}',
    '{"amount":"$5.00","note":null}',
    [
      ['Amount', '$5.00'],
      ['Reason', 'Twice'],
    ],
  ],
  [
    '{"state":null,"tappedAt":"2026-11-26T11:01:21.567Z"}',
    '{"state":"ARRIVED"}',
    [
      ['', 'not checked in'],
      ['Noted at', 'Thu, Nov 26, 2026, 6:01 AM Eastern'],
    ],
  ],
  [
    '{"depositPerGuest":350,"totalAmount":2500.5}',
    'null',
    [
      ['Deposit per angler', '$350.00'],
      ['Total', '$2,500.50'],
    ],
  ],
  [
    '{"tripEnds":"13:30","packageType":"TROPHY"}',
    '{"tripEnds":"12:00"}',
    [
      ['Done around', '1:30 PM'],
      ['Package', 'Trophy'],
    ],
  ],
  ['{"booking":7,"isOfGroup":true,"digest":"a1b2"}', 'null', []],
])('%s beside %s', (json, other, said) => {
  expect(changedValues(other ?? 'null', json)!.map(({ name, words }) => [name, words])).toEqual(said)
})

test('every action is said in words, each in its own', () => {
  const words = Object.values(ACTIONS)
  for (const one of words) expect(one).toMatch(/^(QuickBooks|[A-Z][a-z]+)( [a-z-]+,?| QuickBooks)*$/)
  expect(new Set(Object.entries(ACTIONS).map(([action, one]) => `${action.split('.')[0]} ${one}`)).size).toBe(
    words.length,
  )
})

test('erased values are known to be erased, and fields that a reader must not see are left out', () => {
  expect(changedValues(null, null)).toBeNull()
  expect(changedValues('null', 'null')).toEqual([])
  expect(changedValues('null', '{"note":"x","amount":"$5.00"}', ['note'])).toEqual([{ name: 'Amount', words: '$5.00' }])
})
