import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Words that the code once used in a sense of its own. What is stored or goes over the wire keeps its name. */
const GONE = [
  ...['anew', 'deed', 'e-mail', 'hasLapsed', 'inWords', 'isElsewhere', 'isMadeAt', 'isStanding', 'isTold', 'lapse'],
  ...['lapsed', 'lapses', 'mailed', 'makeOffer', 'noteToldOpen', 'OutsideRefunds', 'readAnew', 'serveLine'],
  ...['stopWaiting', 'tellRefund', 'tellTime', 'unheard', 'useBookingWork', 'wish'],
]

test('one word means one thing: an email is no mail, a hold expires, an input is no wish', () => {
  const words = GONE.flatMap((word) => ['-e', word])
  const where = ['*.ts', '*.tsx', '*.sql', '*.md', ':!scripts/words.test.ts']
  const found = () =>
    execFileSync('git', ['grep', '--untracked', '-nwI', ...words, '--', ...where], {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    })
  // git grep fails with 1 when nothing is found.
  expect(found).toThrow(expect.objectContaining({ status: 1 }))
})
