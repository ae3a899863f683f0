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
  /** What leaves it as it is. */
  cancel?: string
  onCancel: () => void
  children: ReactNode
}

/** The inside of a dialog or page that is a form: its fields, what is wrong with it as a whole, and two buttons. */
export function FormView(props: FormViewProps) {
  const { form, onSubmit, submit, busyLabel, isDanger, cancel = 'Cancel', onCancel, children } = props
  return (
    <form className="dlg__form" noValidate onSubmit={onSubmit}>
      <DialogBody className="grid content-start gap-4">
        {children}
        <FormError>{form.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button disabled={form.isBusy} onClick={onCancel}>
          {cancel}
        </Button>
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
