import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { optional, TextArea } from '../../ui/field.tsx'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'

interface AdminCancelDialogProps {
  booking: AdminBooking
  /** `refund` gives back what was paid; the reason may be empty. */
  onCancel: (refund: boolean, reason: string) => void
  onClose: () => void
}

const OFF =
  "QuickBooks isn't connected, so nothing can be refunded to a card. Connect it in Merchant Setup, or cancel now and refund later."

/** Cancelling never moves money automatically: the owner chooses, and may say why. */
export function AdminCancelDialog({ booking, onCancel, onClose }: AdminCancelDialogProps) {
  const { firstName, lastName, selectedDate, numberOfGuests, email } = booking
  // Only an owner has no limit.
  const isLimited = !useMay()('owner') && booking.refundableAmount > 0
  const details = useQuery({ ...queryOf(getAdminBooking, { params: { id: booking.id } }), enabled: isLimited })
  const rest = booking.refundableAmount
  const byHand = booking.keptByHand
  const paid = rest + byHand
  const [reason, setReason] = useState('')
  const most = Math.min(rest, (isLimited ? details.data?.refundLimit : null) ?? rest)
  const { data: connection } = useQuery(connectionStatusQuery)
  const isOff = booking.paymentId !== null && connection?.isConnected === false
  const whyNot = isOff ? OFF : details.data?.whyNotRefund
  const isBlocked = rest > 0 && Boolean(whyNot)
  const back = formatCents((whyNot ? rest : most) + byHand)
  const why = useId()
  return (
    <Dialog title="Cancel booking" onClose={onClose}>
      <DialogBody className="grid content-start gap-4">
        <p className="wrap-anywhere">
          This cancels <b>{fullName({ firstName, lastName })}</b>'s trip on {formatFullDate(selectedDate)} and opens up{' '}
          {numberOfGuests === 1 ? 'the spot' : `its ${numberOfGuests} spots`} right away.{' '}
          {email && `We email ${firstName} at ${email} that it's canceled and what happens to the money.`}
        </p>
        {paid > 0 && (
          <div>
            <p>If you give back what was paid:</p>
            <ul className="list-disc pl-5">
              {rest > 0 && (
                <li>{formatCents(whyNot ? rest : most)} goes to the card or gift voucher it was paid with.</li>
              )}
              {byHand > 0 && (
                <li>
                  {formatCents(byHand)} was paid by hand, so you give it back by hand. It stands under Refunds until you
                  press "Given back".
                </li>
              )}
            </ul>
          </div>
        )}
        {isBlocked && <p id={why}>{whyNot}</p>}
        {rest > 0 && !whyNot && most < rest && (
          <p id={why}>
            {formatCents(rest)} was paid, and you can refund up to {formatCents(most)} of it. An owner can refund more.
          </p>
        )}
        <TextArea
          label={optional('Why')}
          help={email ? `${firstName} reads this in the email and on the trip's page.` : 'For your change log.'}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </DialogBody>
      <DialogFoot className="flex-wrap">
        <Button variant="text" onClick={onClose}>
          Back
        </Button>
        <div className="grid grow gap-2">
          <Button variant={paid > 0 ? undefined : 'danger'} onClick={() => onCancel(false, reason.trim())}>
            {paid > 0 ? `Cancel and keep ${formatCents(paid)}` : 'Cancel the booking'}
          </Button>
          {paid > 0 && (
            <Button
              variant="danger"
              busy={isLimited && details.isPending}
              aria-disabled={isBlocked}
              aria-describedby={isBlocked || most < rest ? why : undefined}
              onClick={() => !isBlocked && onCancel(true, reason.trim())}
            >
              Cancel and {byHand > 0 ? 'give back' : 'refund'} {back}
            </Button>
          )}
        </div>
      </DialogFoot>
    </Dialog>
  )
}
