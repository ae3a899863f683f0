import { listManualPayments, type ManualPayment, takeBackManualPayment } from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Money } from '../../ui/money.tsx'
import { PanelList } from '../../ui/side-panel.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'

/** Cash and check payments, in a booking's money section. */
export function AdminManualPayments({ booking: { id } }: { booking: AdminBooking }) {
  const payments = useQuery(queryOf(listManualPayments, { params: { id } }))
  const [takingBack, setTakingBack] = useState<ManualPayment>()
  return (
    <>
      <h4 className="mt-4 mb-1 small text-ink-2">Cash and checks</h4>
      <Loaded query={payments} height="h-12">
        {(rows) => (
          <PanelList rows={rows} empty="No cash or checks.">
            {(payment) => <PaymentLine key={payment.id} payment={payment} onTakeBack={() => setTakingBack(payment)} />}
          </PanelList>
        )}
      </Loaded>
      {takingBack && <TakeBackPaymentDialog payment={takingBack} onClose={() => setTakingBack(undefined)} />}
    </>
  )
}

/** Records cash or a check; if that isn't possible, says why. */
export function RecordPayment({ booking }: { booking: AdminBooking }) {
  const [recording, setRecording] = useState<AdminBooking>()
  const whyNot = whyNotRecord(booking)
  if (whyNot) return <p className="small text-ink-2">{whyNot}</p>
  return (
    <>
      <Button onClick={() => setRecording(booking)}>Add cash or check</Button>
      {recording && <RecordPaymentDialog booking={recording} onClose={() => setRecording(undefined)} />}
    </>
  )
}

function whyNotRecord({ status, pendingAmount, depositUntil }: AdminBooking): string | undefined {
  if (status === 'CANCELLED') return 'The booking is cancelled, so nothing is owed.'
  if (status === 'PENDING' && !depositUntil) return "The booking isn't confirmed yet."
  return pendingAmount === 0 ? 'Nothing is owed anymore.' : undefined
}

function PaymentLine({ payment, onTakeBack }: { payment: ManualPayment; onTakeBack: () => void }) {
  const { amount, method, note, createdAt, recordedBy, takenBack } = payment
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>
        , {METHODS[method].toLowerCase()}
        <span className="block small text-ink-2">
          {formatPortalMoment(createdAt)}, {recordedBy}
        </span>
        {note && <span className="block small text-ink-2">{note}</span>}
        {takenBack && (
          <span className="block small text-ink-2">
            Removed {formatPortalMoment(takenBack.at)}, {takenBack.by}
            {takenBack.reason && `: ${takenBack.reason}`}
          </span>
        )}
      </span>
      {takenBack ? (
        <StatusTag status="CANCELLED" label="Removed" />
      ) : (
        <Button variant="text" size="sm" className="flex-none" onClick={onTakeBack}>
          Remove
        </Button>
      )}
    </li>
  )
}

const METHODS = { CASH: 'Cash', CHECK: 'Check' }

/** Entries are never deleted; a second entry says why it doesn't count. */
function TakeBackPaymentDialog({ payment, onClose }: { payment: ManualPayment; onClose: () => void }) {
  const amount = formatCents(payment.amount)
  const form = useDraftForm(`take-back.${payment.id}`, takeBackManualPayment.body, { reason: '' })
  const submit = form.submit(
    (body) => call(takeBackManualPayment, { params: { id: payment.id }, body }),
    () => {
      form.forget()
      toast(`${amount} removed.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title="Remove payment"
      form={form}
      onSubmit={submit}
      submit={`Remove ${amount}`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>
        Remove {amount} if it was entered by mistake or you gave the money back yourself. The entry stays in the books,
        and the customer gets an email if we have their address.
      </p>
      <TextArea {...form.field('reason')} label="Reason" help="Only admins see it." rows={2} maxLength={500} />
    </FormDialog>
  )
}
