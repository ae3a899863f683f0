import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogBody, DialogFoot } from '../ui/dialog.tsx'
import { DraftNote } from './draft-note.tsx'
import { FormError } from './form-error.tsx'
import { OthersChange } from './others-change.tsx'
import type { ContractForm, Meanwhile } from './use-contract-form.ts'

export interface FormViewProps {
  form: Pick<ContractForm, 'error' | 'isBusy'> &
    Partial<Pick<ContractForm, 'retry'>> & {
      isDraft?: boolean
      empty?: () => () => void
      meanwhile?: Meanwhile | undefined
    }
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The submit button's text, and its text while busy. */
  submit: ReactNode
  busyLabel: string
  isDanger?: boolean
  /** Another way is the first: the submit button isn't amber. */
  isSecond?: boolean
  /** The cancel action; without one, the submit button spans the form. */
  cancel?: string
  onCancel?: () => void
  /** Links to other forms. */
  below?: ReactNode
  /** Other ways, after the submit button. */
  after?: ReactNode
  children: ReactNode
}

/** The contents of a form in a dialog or page: its fields, form error and buttons. */
export function FormView(props: FormViewProps) {
  const { form, onSubmit, submit, busyLabel, isDanger, isSecond, cancel = 'Cancel', onCancel } = props
  return (
    <form className="dlg__form" noValidate onSubmit={onSubmit}>
      <DialogBody className="grid content-start gap-4">
        {props.children}
        <FormError onRetry={form.retry}>{form.error}</FormError>
        <OthersChange of={form.meanwhile} />
        {props.below}
        {form.empty && <DraftNote isDraft={form.isDraft === true} onDiscard={form.empty} />}
      </DialogBody>
      <DialogFoot isStacked={!onCancel} className="max-[480px]:flex-wrap-reverse max-[480px]:*:flex-auto">
        {onCancel && (
          <Button disabled={form.isBusy} onClick={onCancel}>
            {cancel}
          </Button>
        )}
        <Button
          type="submit"
          variant={isDanger ? 'danger' : isSecond ? 'line' : 'cta'}
          className="num"
          busy={form.isBusy}
          busyLabel={busyLabel}
        >
          {submit}
        </Button>
      </DialogFoot>
      {props.after}
    </form>
  )
}
