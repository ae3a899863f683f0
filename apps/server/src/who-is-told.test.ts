import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from './environment.ts'
import { payLinkMade } from './features/balance-links/make-pay-link.service.ts'
import { noteAdded } from './features/booking-notes/booking-notes.service.ts'
import { anglerAdded } from './features/bookings/add-angler.service.ts'
import { depositAwaited } from './features/bookings/awaited-deposits.service.ts'
import type { ChangeName, ToldChange } from './features/bookings/booking-change.writes.ts'
import { created } from './features/bookings/bookings.writes.ts'
import { cancelled } from './features/bookings/cancel-booking.service.ts'
import { changed, corrected } from './features/bookings/correct-booking.service.ts'
import { emailCorrected } from './features/bookings/correct-email.service.ts'
import { completed } from './features/bookings/due-bookings.service.ts'
import { notOwed, notOwedAgain, owedAgain } from './features/bookings/forgiven.writes.ts'
import { paid, refunded } from './features/bookings/money-due.service.ts'
import { rescheduled } from './features/bookings/move-booking.service.ts'
import { statusCompleted, statusConfirmed, statusPending } from './features/bookings/set-status.service.ts'
import { checkedIn } from './features/check-ins/check-ins.service.ts'
import { dayMoveAsked, dayMoveClosed } from './features/day-moves/day-moves.service.ts'
import { disputePackMade } from './features/dispute-packs/dispute-packs.service.ts'
import { paymentTakenBack } from './features/manual-payments/manual-payments.service.ts'
import { paymentRecorded } from './features/manual-payments/write-manual-payment.service.ts'
import { byPhone } from './features/phone-bookings/phone-bookings.service.ts'
import { chargebackWon, chargedBack } from './features/refunds/chargebacks.service.ts'
import {
  refundOrdered,
  refundRefused,
  voided,
  voidOrdered,
  voidRefused,
} from './features/refunds/refund-orders.writes.ts'
import { refundDeclined, refundRequested, refundWithdrawn } from './features/refunds/refund-requests.service.ts'
import { sharesSplit } from './features/shares/shares.service.ts'
import { waiverCounted, waiverLeftOut } from './features/waivers/counted-signatures.service.ts'

/** By name, in the order of the table. */
const CHANGES: Record<ChangeName, ToldChange<never>> = {
  created,
  entered: byPhone,
  rescheduled,
  corrected,
  changed,
  'email-corrected': emailCorrected,
  'angler-added': anglerAdded,
  cancelled,
  'status-pending': statusPending,
  'status-confirmed': statusConfirmed,
  'status-completed': statusCompleted,
  completed,
  paid,
  'payment-recorded': paymentRecorded,
  'payment-taken-back': paymentTakenBack,
  'deposit-awaited': depositAwaited,
  'pay-link-made': payLinkMade,
  'shares-split': sharesSplit,
  'refund-requested': refundRequested,
  'refund-withdrawn': refundWithdrawn,
  'refund-declined': refundDeclined,
  'refund-ordered': refundOrdered,
  refunded,
  'refund-refused': refundRefused,
  'void-ordered': voidOrdered,
  voided,
  'void-refused': voidRefused,
  'charged-back': chargedBack,
  'chargeback-won': chargebackWon,
  'not-owed': notOwed,
  'owed-again': owedAgain,
  'not-owed-again': notOwedAgain,
  'day-move-asked': dayMoveAsked,
  'day-move-closed': dayMoveClosed,
  'checked-in': checkedIn,
  'waiver-counted': waiverCounted,
  'waiver-left-out': waiverLeftOut,
  'note-added': noteAdded,
  'dispute-pack-made': disputePackMade,
}

const kind = (mail: string | null | undefined) => (mail ? `\`${mail}\`` : 'none')

function* rows(): Iterable<string[]> {
  for (const [name, change] of Object.entries(CHANGES)) {
    expect(change.name).toBe(name)
    for (const { who, guest, owner, was } of Object.values<ToldChange<string>['by'][string]>(change.by)) {
      const pending = guest && change.whileAwaited ? `, or ${kind(change.whileAwaited)} while it is awaited` : ''
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

test('the history of a booking, and what the change log says of one, are written by the runner alone', async () => {
  const server = join(checkout, 'apps/server/src')
  const files = (await readdir(server, { recursive: true })).filter((file) =>
    /^features\/.+(?<!\.test)\.ts$/.test(file),
  )
  const WRITE = /insertInto\('booking_events'\)|recordChange\([^()]*['"`]booking\./
  const writing = files.filter((file) => WRITE.test(readFileSync(join(server, file), 'utf8')))
  expect(writing).toEqual(['features/bookings/booking-change.writes.ts'])
})
