import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Words the code once used in private senses. Stored and wire names are exempt. */
const GONE = [
  ...['anew', 'deed', 'e-mail', 'hasLapsed', 'inWords', 'isElsewhere', 'isMadeAt', 'isStanding', 'isTold', 'lapse'],
  ...['lapsed', 'lapses', 'mailed', 'makeOffer', 'noteToldOpen', 'OutsideRefunds', 'readAnew', 'serveLine'],
  ...['stopWaiting', 'tellRefund', 'tellTime', 'unheard', 'useBookingWork', 'wish'],
]

test('no retired word is used', () => {
  const words = GONE.flatMap((word) => ['-e', word])
  const where = ['*.ts', '*.tsx', '*.sql', '*.md', ':!scripts/words.test.ts']
  const found = () =>
    execFileSync('git', ['grep', '--untracked', '-nwI', ...words, '--', ...where], {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    })
  // git grep exits with 1 if nothing is found.
  expect(found).toThrow(expect.objectContaining({ status: 1 }))
})
