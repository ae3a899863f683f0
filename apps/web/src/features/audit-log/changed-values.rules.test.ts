import { expect, test } from 'vitest'
import { changedValues } from './changed-values.rules.ts'

test.each([
  ['{"status":"IN_PROGRESS","adminNotes":"x"}', '{"status":"NEW","adminNotes":"x"}', [['Status', 'In progress']]],
  ['{"adminNotes":null}', '{"adminNotes":"x"}', [['Admin notes', 'none']]],
  ['{"isActive":false}', '{"isActive":true}', [['Active', 'no']]],
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
  ['null', '{"a":1}', [['', 'none']]],
])('%s beside %s', (json, other, said) => {
  expect(changedValues(json, other).map(({ name, words }) => [name, words])).toEqual(said)
})
