import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogBody, DialogFoot } from '../ui/dialog.tsx'
import { FormError } from './form-error.tsx'
import type { ContractForm } from './use-contract-form.ts'

export interface FormViewProps {
  form: Pick<ContractForm, 'error' | 'isBusy'>
  onSubmit: FormEventHandler<HTMLFormElement>
  /** What sends it, and what that says meanwhile. */
  submit: ReactNode
  busyLabel: string
  isDanger?: boolean
  /** What leaves it as it is; without it the one button is as wide as the form. */
  cancel?: string
  onCancel?: () => void
  /** Links to other forms. */
  below?: ReactNode
  children: ReactNode
}

/** The inside of a dialog or page that is a form: its fields, what is wrong with it as a whole, and its buttons. */
export function FormView(props: FormViewProps) {
  const { form, onSubmit, submit, busyLabel, isDanger, cancel = 'Cancel', onCancel, below, children } = props
  return (
    <form className="dlg__form" noValidate onSubmit={onSubmit}>
      <DialogBody className="grid content-start gap-4">
        {children}
        <FormError>{form.error}</FormError>
        {below}
      </DialogBody>
      <DialogFoot isStacked={!onCancel}>
        {onCancel && (
          <Button disabled={form.isBusy} onClick={onCancel}>
            {cancel}
          </Button>
        )}
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'cta'}
          className="num"
          busy={form.isBusy}
          busyLabel={busyLabel}
        >
          {submit}
        </Button>
      </DialogFoot>
    </form>
  )
}
