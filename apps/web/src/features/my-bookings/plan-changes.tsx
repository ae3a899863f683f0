import type { MyBooking } from '@arcadia/contract/bookings'
import { useState } from 'react'
import { BookingDetailsChanges } from './booking-details-changes.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { RefundRequestDialog } from './refund-request-dialog.tsx'

interface PlanChangesProps {
  booking: MyBooking
  onReschedule: () => void
  onCancelled: () => void
}

/** Ways to change plans, with the dialogs that cancel and ask for a refund. */
export function PlanChanges({ onCancelled, ...props }: PlanChangesProps) {
  const { booking, onReschedule } = props
  const [over, setOver] = useState<'cancel' | 'refund'>()
  const close = () => setOver(undefined)
  return (
    <>
      <BookingDetailsChanges {...props} onRequestRefund={() => setOver('refund')} onCancel={() => setOver('cancel')} />
      {/* Also closes if the answer was lost and the booking turns out to be canceled. */}
      {over === 'cancel' && booking.canCancel.ok && (
        <CancelDialog
          booking={booking}
          onReschedule={() => {
            close()
            onReschedule()
          }}
          onCancelled={() => {
            close()
            onCancelled()
          }}
          onClose={close}
        />
      )}
      {over === 'refund' && <RefundRequestDialog booking={booking} onClose={close} />}
    </>
  )
}
