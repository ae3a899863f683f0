import { recordChargeback } from '@arcadia/contract/admin/chargebacks'
import type { Input } from '@arcadia/contract/endpoint'
import { type Cents, centsToDecimal, formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useVenueToday } from '../../api/venue-today.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { AmountField, TextArea, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

interface ChargebackDialogProps {
  /** What is kept of a half-typed form belongs to this. */
  draft: string
  /** What was paid: `payment`, `tip`. */
  what: string
  left: Cents
  record: (
    taken: Pick<Input<typeof recordChargeback>['body'], 'amount' | 'takenOn' | 'description'>,
  ) => Promise<unknown>
  children?: ReactNode
  onClose: () => void
}

/** Records that a dispute was lost: the bank took a card payment back (docs/rules.md §3.43). */
export function ChargebackDialog({ draft, what, left, record, children, onClose }: ChargebackDialogProps) {
  const isLeft = `${formatCents(left)} of this ${what} is left.`
  const { takenOn, description } = recordChargeback.body.shape
  const amount = typedAmount(left, { tooMuch: isLeft, missing: 'Amount is required' })
  const form = useDraftForm(draft, z.object({ amount, takenOn, description }), {
    amount: centsToDecimal(left),
    takenOn: useVenueToday(),
    description: '',
  })
  const submit = form.submit(
    ({ amount: cents = left, ...rest }) => record({ ...rest, amount: cents }),
    () => {
      form.forget()
      toast('Recorded.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="The bank took it back"
      form={form}
      onSubmit={submit}
      submit="Record it"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>
        A dispute you lost. No money moves here: this says that it is gone, and nothing of this {what} can be refunded.
      </p>
      <AmountField {...form.field('amount')} label="Amount in dollars" help={isLeft} />
      <TextField {...form.field('takenOn')} type="date" label="Day the bank took it" />
      <TextArea {...form.field('description')} label="What the bank says" />
      {children}
    </FormDialog>
  )
}

/** The bank gave back what it had taken. */
export function WonBack({ record }: { record: () => Promise<unknown> }) {
  const win = useMutation({ mutationFn: record })
  return (
    <>
      <Button
        variant="text"
        size="sm"
        className="px-0"
        busy={win.isPending}
        busyLabel="Saving..."
        onClick={() => win.mutate()}
      >
        We won it after all
      </Button>
      <FailedBanner of={win} />
    </>
  )
}
