import { makeDisputePack } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { FileDown } from 'lucide-react'
import { call } from '../../api/call.ts'
import { DisputePackButton } from '../refunds/dispute-pack-button.tsx'

/** The pack of a booking, and what is in it. */
export function AdminDisputePack({ booking: { id, confirmationNumber } }: { booking: AdminBooking }) {
  return (
    <div className="mt-5">
      <h4 className="mb-1 small text-ink-2">Dispute pack</h4>
      <p className="muted mb-3">
        For the cardholder's bank: terms, amounts, payments, emails, questions, and changes on one page to print or
        send. Your notes are left out.
      </p>
      <DisputePackButton
        name={confirmationNumber}
        make={() => call(makeDisputePack, { params: { id } })}
        icon={<FileDown aria-hidden />}
      />
    </div>
  )
}
