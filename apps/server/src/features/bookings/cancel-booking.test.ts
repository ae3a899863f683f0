import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../../environment.ts'
import { cancelled } from './cancel-booking.service.ts'

test('docs/rules.md §2.18 lists whom each way to cancel tells', () => {
  const rules = readFileSync(join(checkout, 'docs/rules.md'), 'utf8')
  const [, table = ''] = /\*\*2\.18\*\*[^|]*((?:\|.*\n\s*)+)/.exec(rules) ?? []
  const cells = table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(cells).toEqual(
    Object.values(cancelled.by).map(({ who, guest, owner }) => [
      who,
      guest ? `\`${guest}\`` : 'none',
      owner ? `\`${owner}\`` : 'none',
    ]),
  )
})
