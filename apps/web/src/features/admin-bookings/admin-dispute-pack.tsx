import { makeDisputePack } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'

/** All evidence about a booking as one file, for the cardholder's bank in a dispute. */
export function AdminDisputePack({ booking }: { booking: AdminBooking }) {
  const pack = useMutation({
    mutationFn: () => call(makeDisputePack, { params: { id: booking.id } }),
    onSuccess: (page) => download(page, { name: `dispute-pack-${booking.confirmationNumber}.html`, type: 'text/html' }),
  })
  return (
    <div className="mt-5">
      <h4 className="mb-1 small text-ink-2">Dispute pack</h4>
      <FailedBanner of={pack} className="mb-3" />
      <p className="muted mb-3">
        For the cardholder's bank: terms, amounts, payments, emails, questions, and changes on one page to print or
        send. Your notes are left out.
      </p>
      <Button
        icon={<FileDown aria-hidden />}
        busy={pack.isPending}
        busyLabel="Collecting..."
        onClick={() => pack.mutate()}
      >
        Download dispute pack
      </Button>
    </div>
  )
}
