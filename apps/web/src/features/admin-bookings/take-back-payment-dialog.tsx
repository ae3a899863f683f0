import { type ManualPayment, takeBackManualPayment } from '@arcadia/contract/manual-payments'
import { formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

/** An entry is not deleted: another one beside it says why it does not count. */
export function TakeBackPaymentDialog({ payment, onClose }: { payment: ManualPayment; onClose: () => void }) {
  const [missing, setMissing] = useState<string>()
  const amount = formatCents(payment.amount)
  const takeBack = useMutation({
    mutationFn: (reason: string) => call(takeBackManualPayment, { params: { id: payment.id }, body: { reason } }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    if (!reason) return setMissing('A reason is required')
    takeBack.mutate(reason, {
      onSuccess: () => {
        toast(`${amount} does not count as paid any more.`)
        onClose()
      },
    })
  }

  const close = () => !takeBack.isPending && onClose()
  return (
    <Dialog title="Take back a payment" onClose={close} closesOutside={false}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          {takeBack.error && <Banner>{takeBack.error.message}</Banner>}
          <p>
            {amount} will no longer count as paid: it was written down by mistake, or you have given it back by hand.
            The entry stays in the books, and the customer is told by mail.
          </p>
          <TextArea
            name="reason"
            label="Reason"
            help="Only admins see it."
            rows={2}
            maxLength={500}
            error={missing}
            onChange={() => setMissing(undefined)}
          />
        </DialogBody>
        <DialogFoot>
          <Button variant="text" disabled={takeBack.isPending} onClick={close}>
            Close
          </Button>
          <Button type="submit" variant="danger" className="num" busy={takeBack.isPending} busyLabel="Working...">
            Take back {amount}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
