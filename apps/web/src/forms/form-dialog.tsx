import type { ComponentProps } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { FormView, type FormViewProps } from './form-view.tsx'

interface FormDialogProps
  extends Omit<FormViewProps, 'onCancel'>,
    Pick<ComponentProps<typeof Dialog>, 'title' | 'width' | 'onClose'> {}

/** A dialog that is a form; it stays open until the answer to what was sent is there. */
export function FormDialog({ title, width, onClose, ...view }: FormDialogProps) {
  const close = () => !view.form.isBusy && onClose()
  return (
    // A tap outside must not close it while something is typed.
    <Dialog title={title} width={width} onClose={close} closesOutside={false}>
      <FormView cancel="Close" {...view} onCancel={close} />
    </Dialog>
  )
}
