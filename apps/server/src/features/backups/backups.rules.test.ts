import { expect, test } from 'vitest'
import { isMissed } from '../../backup/backup-check.ts'
import { backupName, nextBackupAt } from './backups.rules.ts'

test.each([
  ['the same night', '2027-04-05T05:00:00Z', '2027-04-05T07:00:00Z'],
  ['at three sharp, tomorrow', '2027-04-05T07:00:00Z', '2027-04-06T07:00:00Z'],
  ['in winter an hour later in UTC', '2027-01-05T12:00:00Z', '2027-01-06T08:00:00Z'],
  ['the night when clocks go forward', '2027-03-14T05:30:00Z', '2027-03-14T07:00:00Z'],
])('the next backup is at three in the morning at the venue: %s', (_, now, next) => {
  expect(nextBackupAt(new Date(now))).toEqual(new Date(next))
})

test.each([
  ['a day old', 24, false],
  ['a day and an hour old', 25, false],
  ['older', 25.1, true],
  ['from a clock that was ahead', -30, true],
  ['made while clocks differ a little', -0.5, false],
])('a day was missed: %s', (_, hours, missed) => {
  const since = new Date('2027-04-05T07:00:00Z')
  expect(isMissed(since, new Date(since.getTime() + hours * 3_600_000))).toBe(missed)
})

test('a file is called after its time, so that names sort', () => {
  expect(backupName(new Date('2027-05-08T07:00:04.123Z'))).toBe('arcadia-2027-05-08-070004Z.sql.gz.age')
})
