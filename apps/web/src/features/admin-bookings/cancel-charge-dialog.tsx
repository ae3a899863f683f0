import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import { formatCents } from '@arcadia/contract/money'
import { listVoidableCharges, type RefundAnswer, voidBooking } from '@arcadia/contract/refunds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { StillOwesField } from '../refunds/still-owes-field.tsx'

interface CancelChargeDialogProps {
  /** As it was when the dialog opened. */
  booking: AdminBookingDetails
  onAnswer: (answer: RefundAnswer) => void
  onClose: () => void
}

/** Cancels one charge before it settles: by default the newest that QuickBooks says can still be canceled. */
export function CancelChargeDialog({ booking, onAnswer, onClose }: CancelChargeDialogProps) {
  const params = { id: booking.id }
  const query = useQuery(queryOf(listVoidableCharges, { params }))
  const [picked, setPicked] = useState<number>()
  const [stillOwes, setStillOwes] = useState(false)
  const form = useDraftForm(`cancel-charge.${booking.id}`, z.object({}), {})
  const charges = (query.data ?? []).flatMap(({ id, whyNot }) => {
    const charge = booking.charges.find((one) => one.id === id)
    return charge ? [{ ...charge, whyNot }] : []
  })
  const open = charges.filter(({ whyNot }) => whyNot === null)
  const chosen = open.find(({ id }) => id === picked) ?? open[0]
  const submit = form.submit(
    () => call(voidBooking, { params, query: { chargeId: chosen?.id, ...(stillOwes && { stillOwes }) } }),
    onAnswer,
  )
  return (
    <FormDialog
      title="Cancel charge"
      form={form}
      onSubmit={chosen ? submit : (event) => event.preventDefault()}
      submit={chosen ? `Cancel ${formatCents(chosen.amount)} charge` : 'Cancel charge'}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <Loaded query={query} height="h-24">
        {() => (
          <fieldset className="grid gap-2.5">
            <legend>{chosen ? WHAT : 'No charge can be canceled anymore.'}</legend>
            {charges.map(({ id, amount, cardBrand, last4, startedAt, whyNot }) => (
              <label key={id} className="opt">
                <input
                  type="radio"
                  name="charge"
                  className="opt__dot"
                  disabled={whyNot !== null}
                  checked={id === chosen?.id}
                  onChange={() => setPicked(id)}
                />
                <b className="num">
                  {formatCents(amount)}
                  {last4 && `, ${cardBrand ?? 'card'} ending in ${last4}`}
                </b>
                <small className="col-[2/-1] text-ink-2 text-small">
                  {formatPortalMoment(startedAt)}
                  {whyNot && `. ${whyNot}`}
                </small>
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
      {chosen && booking.status !== 'CANCELLED' && (
        <StillOwesField firstName={booking.firstName} stillOwes={stillOwes} onChange={setStillOwes} />
      )}
    </FormDialog>
  )
}

const WHAT = 'This stops one charge before it settles. The booking stays as it is.'
