import { optionalText, requiredLine, requiredText } from '@arcadia/contract/text-fields'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { RefundAct, Told } from './refund-acts.ts'
import { StillOwesField } from './still-owes-field.tsx'

interface RefundActDialogProps {
  act: RefundAct
  onAct: (told: Told) => Promise<unknown>
  onClose: () => void
}

/** Says what will happen before money moves or a booking changes, and asks for anything needed. */
export function RefundActDialog({ act, onAct, onClose }: RefundActDialogProps) {
  const form = useDraftForm(act.draft ?? 'refund-act', z.object({ typed: TYPED[act.asksFor ?? 'nothing'] }), {
    typed: '',
  })
  const [stillOwes, setStillOwes] = useState(act.stillOwes ?? false)
  const [cancels, setCancels] = useState(act.cancels ?? false)
  const submit = form.submit(async ({ typed }) => {
    await onAct({ typed: typed ?? '', stillOwes: stillOwes && !cancels, cancels })
    form.forget()
  })
  return (
    <FormDialog
      title={act.title}
      form={form}
      onSubmit={submit}
      submit={cancels ? `${act.confirm} and cancel` : act.confirm}
      busyLabel="Working..."
      isDanger={act.isDanger}
      onClose={onClose}
    >
      <p>{act.text}</p>
      {act.cancels !== undefined && <CancelsField cancels={cancels} onChange={setCancels} />}
      {act.mayStillOwe && !cancels && (
        <StillOwesField firstName={act.mayStillOwe} stillOwes={stillOwes} onChange={setStillOwes} />
      )}
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

const ENDS = [
  { cancels: true, name: 'Refund and cancel the trip', help: 'The spots open up right away.' },
  { cancels: false, name: 'Refund only', help: 'The trip stays on, and the spots stay taken.' },
]

/** Who asks for their money back seldom comes. */
function CancelsField({ cancels, onChange }: { cancels: boolean; onChange: (cancels: boolean) => void }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr">What happens to the trip</legend>
      {ENDS.map(({ name, help, ...end }) => (
        <label key={name} className="opt">
          <input
            type="radio"
            name="cancels"
            className="opt__dot"
            checked={end.cancels === cancels}
            onChange={() => onChange(end.cancels)}
          />
          <b>{name}</b>
          <small className="col-[2/-1] text-ink-2 text-small">{help}</small>
        </label>
      ))}
    </fieldset>
  )
}

const TYPED = {
  payment: requiredLine('Payment ID'),
  answer: requiredText('An answer', 4000),
  nothing: optionalText('', 0),
}
