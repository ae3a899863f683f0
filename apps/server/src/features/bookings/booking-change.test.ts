import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../../environment.ts'
import { depositAwaited } from './awaited-deposits.service.ts'
import type { ChangeName, ToldChange } from './booking-change.ts'
import { cancelled } from './cancel-booking.service.ts'
import { changed, corrected } from './correct-booking.service.ts'
import { emailCorrected } from './correct-email.service.ts'
import { completed } from './due-bookings.service.ts'
import { rescheduled } from './move-booking.service.ts'
import { notOwedAgain, owedAgain, statusCompleted, statusConfirmed, statusPending } from './set-status.service.ts'

/** By name, in the order of the table. */
const CHANGES: Record<ChangeName, ToldChange<never>> = {
  rescheduled,
  corrected,
  changed,
  'email-corrected': emailCorrected,
  cancelled,
  'status-pending': statusPending,
  'status-confirmed': statusConfirmed,
  'status-completed': statusCompleted,
  completed,
  'deposit-awaited': depositAwaited,
  'owed-again': owedAgain,
  'not-owed-again': notOwedAgain,
}

const kind = (mail: string | null | undefined) => (mail ? `\`${mail}\`` : 'none')

function* rows(): Iterable<string[]> {
  for (const [name, change] of Object.entries(CHANGES)) {
    expect(change.name).toBe(name)
    for (const { who, guest, owner, was } of Object.values<ToldChange<string>['by'][string]>(change.by)) {
      const pending = guest && change.whilePending ? `, or ${kind(change.whilePending)} while pending` : ''
      const before = was ? `; ${kind(was)} to the old address` : ''
      yield [`\`${name}\``, who, kind(guest) + pending + before, kind(owner), change.frees ? 'yes' : 'no']
    }
  }
}

test('docs/rules.md §2.18 lists whom each change of a booking tells, and which ones free spots', () => {
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
  expect(cells, [...rows()].map((row) => `| ${row.join(' | ')} |`).join('\n')).toEqual([...rows()])
})
