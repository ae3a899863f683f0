import { type AdminBookingDetails, type Forgiven, forgiveBalance, undoForgiven } from '@arcadia/contract/admin/bookings'
import { formatCents } from '@arcadia/contract/money'
import { requiredText } from '@arcadia/contract/text-fields'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useMay } from '../../session/use-may.ts'
import { Who } from '../../session/who.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { Money } from '../../ui/money.tsx'
import { PanelList } from '../../ui/side-panel.tsx'
import { toast } from '../../ui/toast.tsx'

/** What the guest isn't asked for anymore, and an owner's way to decide it or take it back (docs/rules.md §3.33). */
export function AdminBookingForgiven({ booking }: { booking: AdminBookingDetails }) {
  const [asked, setAsked] = useState<AdminBookingDetails>()
  const isOwner = useMay()('owner')
  const { id, forgiven, pendingAmount, status } = booking
  return (
    <>
      {forgiven.length > 0 && (
        <>
          <h4 className="mt-4 mb-1 small text-ink-2">Not owed anymore</h4>
          <PanelList rows={forgiven}>
            {(one) => <ForgivenLine key={one.id} bookingId={id} forgiven={one} mayUndo={isOwner} />}
          </PanelList>
        </>
      )}
      {isOwner && pendingAmount > 0 && status !== 'PENDING' && (
        <div className="mt-4">
          <Button onClick={() => setAsked(booking)}>Not owed anymore</Button>
        </div>
      )}
      {asked && <ForgiveDialog booking={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface ForgivenLineProps {
  bookingId: number
  forgiven: Forgiven
  mayUndo: boolean
}

function ForgivenLine({
  bookingId,
  forgiven: { id, amount, isRefund, isNoShow, reason, at, by },
  mayUndo,
}: ForgivenLineProps) {
  const undo = useMutation({
    mutationFn: () => call(undoForgiven, { params: { id: bookingId, forgivenId: id } }),
    onSuccess: () => toast(`${formatCents(amount)} is owed again.`),
  })
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <b>
          <Money cents={amount} />
        </b>
        {isRefund && ', refunded'}
        {isNoShow && ', no-show'}
        <span className="block small text-ink-2">
          {formatPortalMoment(at)}, <Who name={by} />
        </span>
        {reason && <span className="block small text-ink-2">{reason}</span>}
        {undo.error && <Banner className="mt-2">{undo.error.message}</Banner>}
      </span>
      {mayUndo && (
        <Button
          variant="text"
          size="sm"
          className="flex-none"
          busy={undo.isPending}
          busyLabel="Working..."
          aria-label={`Ask for ${formatCents(amount)} again`}
          onClick={() => undo.mutate()}
        >
          Undo
        </Button>
      )}
    </li>
  )
}

/** Keeps the balance from when it opened, so that a payment in the meantime is not forgiven. */
function ForgiveDialog({ booking, onClose }: { booking: AdminBookingDetails; onClose: () => void }) {
  const { id, firstName, pendingAmount: owed } = booking
  const amount = formatCents(owed)
  const form = useDraftForm(`forgive.${id}`, z.object({ reason: requiredText('A reason', 500) }), { reason: '' })
  const submit = form.submit(
    ({ reason }) => call(forgiveBalance, { params: { id }, body: { owed, reason } }),
    () => {
      form.forget()
      toast(`${amount} isn't owed anymore.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title="Not owed anymore"
      form={form}
      onSubmit={submit}
      submit={`Don't ask for ${amount}`}
      busyLabel="Working..."
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {firstName} won't be asked for the {amount} that's still owed. The booking's history says so. No email is sent,
        and you can undo it.
      </p>
      <TextArea {...form.field('reason')} label="Reason" help="Guests never see this." rows={2} maxLength={500} />
    </FormDialog>
  )
}
