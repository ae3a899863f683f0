import {
  giveBackManualPayment,
  listManualPayments,
  type ManualPayment,
  takeBackManualPayment,
} from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import { partInWords } from '@arcadia/contract/receipts'
import { requiredText } from '@arcadia/contract/text-fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Who } from '../../session/who.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Money } from '../../ui/money.tsx'
import { PanelList } from '../../ui/side-panel.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.tsx'
import { StillOwesField } from '../refunds/still-owes-field.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'

/** Cash and check payments, in a booking's money section. */
export function AdminManualPayments({ booking }: { booking: AdminBooking }) {
  const payments = useQuery(queryOf(listManualPayments, { params: { id: booking.id } }))
  const [asked, setAsked] = useState<{ act: 'mistake' | 'given-back'; payment: ManualPayment }>()
  const close = () => setAsked(undefined)
  return (
    <>
      <h4 className="mt-4 mb-1 small text-ink-2">Paid by hand</h4>
      <Loaded query={payments} height="h-12">
        {(rows) => (
          <PanelList rows={rows} empty="Nothing paid by hand.">
            {(payment) => (
              <PaymentLine key={payment.id} payment={payment} onAct={(act) => setAsked({ act, payment })} />
            )}
          </PanelList>
        )}
      </Loaded>
      {asked?.act === 'mistake' && <TakeBackPaymentDialog payment={asked.payment} onClose={close} />}
      {asked?.act === 'given-back' && (
        <GiveBackPaymentDialog {...{ booking }} payment={asked.payment} onClose={close} />
      )}
    </>
  )
}

/** Says that what was paid by hand for a called-off day was given back, one payment after the other. */
export function GiveBack({ booking }: { booking: AdminBooking }) {
  const { data } = useQuery(queryOf(listManualPayments, { params: { id: booking.id } }))
  const [giving, setGiving] = useState<ManualPayment>()
  const next = data?.find(({ takenBack }) => takenBack === null)
  if (!next) return null
  return (
    <>
      <Button onClick={() => setGiving(next)}>Given back {MANUAL_METHODS[next.method].how}</Button>
      {giving && <GiveBackPaymentDialog {...{ booking }} payment={giving} onClose={() => setGiving(undefined)} />}
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
      <Button onClick={() => setRecording(booking)}>Add payment</Button>
      {recording && <RecordPaymentDialog booking={recording} onClose={() => setRecording(undefined)} />}
    </>
  )
}

function whyNotRecord({ status, pendingAmount, depositUntil }: AdminBooking): string | undefined {
  if (status === 'CANCELLED') return 'The booking is canceled, so nothing is owed.'
  if (status === 'PENDING' && !depositUntil) return "The booking isn't confirmed yet."
  return pendingAmount === 0 ? 'Nothing is owed anymore.' : undefined
}

interface PaymentLineProps {
  payment: ManualPayment
  onAct: (act: 'mistake' | 'given-back') => void
}

function PaymentLine({ payment, onAct }: PaymentLineProps) {
  const { amount, method, note, createdAt, recordedBy, share, takenBack } = payment
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>{' '}
        {MANUAL_METHODS[method].how}
        <span className="block small text-ink-2">
          {formatPortalMoment(createdAt)}, <Who name={recordedBy} />
        </span>
        {share !== null && <span className="block small">{partInWords({ isAngler: false, share })}</span>}
        {note && <span className="block small text-ink-2">{note}</span>}
        {takenBack && (
          <span className="block small text-ink-2">
            {takenBack.isGivenBack ? 'Given back' : 'Removed'} {formatPortalMoment(takenBack.at)},{' '}
            <Who name={takenBack.by} />
            {takenBack.reason && `: ${takenBack.reason}`}
          </span>
        )}
        {!takenBack && (
          <span className="-ml-3 flex flex-wrap">
            <Button variant="text" size="sm" onClick={() => onAct('given-back')}>
              Given back
            </Button>
            <Button variant="text" size="sm" onClick={() => onAct('mistake')}>
              Recorded by mistake
            </Button>
          </span>
        )}
      </span>
      {takenBack && <StatusTag status="CANCELLED" label={takenBack.isGivenBack ? 'Given back' : 'Removed'} />}
    </li>
  )
}

interface ReverseDialogProps {
  payment: ManualPayment
  onClose: () => void
}

/** Entries are never deleted; a second entry says why it doesn't count. */
function TakeBackPaymentDialog({ payment, onClose }: ReverseDialogProps) {
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
      title="Recorded by mistake"
      form={form}
      onSubmit={submit}
      submit={`Remove ${amount}`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>
        {amount} won't count as paid, and is owed again. The entry stays in the books, and the guest gets an email if we
        have their address.
      </p>
      <TextArea {...form.field('reason')} label="Reason" help="Guests never see this." rows={2} maxLength={500} />
    </FormDialog>
  )
}

/** A refund in person. */
function GiveBackPaymentDialog({ booking, payment, onClose }: ReverseDialogProps & { booking: AdminBooking }) {
  const amount = formatCents(payment.amount)
  const [stillOwes, setStillOwes] = useState(false)
  const form = useDraftForm(`give-back.${payment.id}`, z.object({ reason: requiredText('A reason', 500) }), {
    reason: '',
  })
  const submit = form.submit(
    ({ reason }) => call(giveBackManualPayment, { params: { id: payment.id }, body: { reason, stillOwes } }),
    () => {
      form.forget()
      toast(`${amount} was given back.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title="Given back"
      form={form}
      onSubmit={submit}
      submit={`${amount} was given back`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>
        You gave {amount} back yourself. It counts as refunded, and the guest gets an email if we have their address.
      </p>
      {booking.status !== 'CANCELLED' && (
        <StillOwesField firstName={booking.firstName} stillOwes={stillOwes} onChange={setStillOwes} />
      )}
      <TextArea {...form.field('reason')} label="Reason" help="Guests never see this." rows={2} maxLength={500} />
    </FormDialog>
  )
}
