import type { BookingCharge } from '@arcadia/contract/admin/bookings'
import { recordChargeback } from '@arcadia/contract/admin/chargebacks'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ChargebackDialog } from '../refunds/chargeback-dialog.tsx'
import { StillOwesField } from '../refunds/still-owes-field.tsx'

interface ChargeTakenBackDialogProps {
  booking: Pick<AdminBooking, 'id' | 'firstName' | 'status'>
  charge: BookingCharge
  onClose: () => void
}

/** As every refund does, it asks whether it is still owed. */
export function ChargeTakenBackDialog({ booking, charge, onClose }: ChargeTakenBackDialogProps) {
  const { id, firstName, status } = booking
  const [stillOwes, setStillOwes] = useState(false)
  return (
    <ChargebackDialog
      draft={`chargeback.${charge.id}`}
      what="payment"
      left={charge.amount - charge.refundedAmount}
      record={(taken) =>
        call(recordChargeback, { params: { id }, body: { paymentId: charge.id, ...taken, stillOwes } })
      }
      onClose={onClose}
    >
      {status !== 'CANCELLED' && <StillOwesField firstName={firstName} stillOwes={stillOwes} onChange={setStillOwes} />}
    </ChargebackDialog>
  )
}
