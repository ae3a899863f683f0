import { optionalText, requiredLine, requiredText } from '@arcadia/contract/fields'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { RefundAct } from './refund-acts.ts'
import { StillOwesField } from './still-owes-field.tsx'

interface RefundActDialogProps {
  act: RefundAct
  onAct: (typed: string, stillOwes: boolean) => Promise<unknown>
  onClose: () => void
}

/** Says what will happen before money moves or a booking changes, and asks for anything needed. */
export function RefundActDialog({ act, onAct, onClose }: RefundActDialogProps) {
  const form = useDraftForm(act.draft ?? 'refund-act', z.object({ typed: TYPED[act.asksFor ?? 'nothing'] }), {
    typed: '',
  })
  const [stillOwes, setStillOwes] = useState(false)
  const submit = form.submit(async ({ typed }) => {
    await onAct(typed ?? '', stillOwes)
    form.forget()
  })
  return (
    <FormDialog
      title={act.title}
      form={form}
      onSubmit={submit}
      submit={act.confirm}
      busyLabel="Working..."
      isDanger={act.isDanger}
      onClose={onClose}
    >
      <p>{act.text}</p>
      {act.mayStillOwe && <StillOwesField firstName={act.mayStillOwe} stillOwes={stillOwes} onChange={setStillOwes} />}
      {act.asksFor === 'payment' && (
        <TextField
          {...form.field('typed')}
          label="Payment ID"
          className="num"
          autoComplete="off"
          help="As QuickBooks shows it. If that account is connected, we check it first."
        />
      )}
      {act.asksFor === 'answer' && <TextArea {...form.field('typed')} label="Your answer" maxLength={4000} />}
    </FormDialog>
  )
}

const TYPED = {
  payment: requiredLine('Payment ID'),
  answer: requiredText('An answer', 4000),
  nothing: optionalText('', 0),
}
