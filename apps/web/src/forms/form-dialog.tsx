import type { ComponentProps } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { FormView, type FormViewProps } from './form-view.tsx'

interface FormDialogProps
  extends Omit<FormViewProps, 'onCancel'>,
    Pick<ComponentProps<typeof Dialog>, 'title' | 'width' | 'onClose'> {}

/** A dialog with a form; stays open until the answer arrives. */
export function FormDialog({ title, width, onClose, ...view }: FormDialogProps) {
  const close = () => !view.form.isBusy && onClose()
  return (
    // A tap outside must not discard what was typed.
    <Dialog title={title} width={width} onClose={close} closesOutside={false}>
      <FormView cancel="Close" {...view} onCancel={close} />
    </Dialog>
  )
}
