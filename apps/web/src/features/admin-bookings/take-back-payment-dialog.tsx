import { type ManualPayment, takeBackManualPayment } from '@arcadia/contract/manual-payments'
import { formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { TextArea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

/** An entry is not deleted: another one beside it says why it does not count. */
export function TakeBackPaymentDialog({ payment, onClose }: { payment: ManualPayment; onClose: () => void }) {
  const amount = formatCents(payment.amount)
  const form = useContractForm(takeBackManualPayment.body, { reason: '' })
  const takeBack = useMutation({
    mutationFn: (body: { reason: string }) => call(takeBackManualPayment, { params: { id: payment.id }, body }),
  })
  const submit = form.submit(async (body) => {
    await takeBack.mutateAsync(body)
    toast(`${amount} does not count as paid any more.`)
    onClose()
  })
  return (
    <FormDialog
      title="Take back a payment"
      form={form}
      onSubmit={submit}
      submit={`Take back ${amount}`}
      busyLabel="Working..."
      isDanger
      onClose={onClose}
    >
      <p>
        {amount} will no longer count as paid: it was written down by mistake, or you have given it back by hand. The
        entry stays in the books, and the customer is told by email.
      </p>
      <TextArea {...form.field('reason')} label="Reason" help="Only admins see it." rows={2} maxLength={500} />
    </FormDialog>
  )
}
