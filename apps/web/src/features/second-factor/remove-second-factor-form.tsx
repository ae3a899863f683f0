import { removeSecondFactor } from '@arcadia/contract/second-factor'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { CodeField } from './code-field.tsx'

interface RemoveSecondFactorFormProps {
  onCancel: () => void
  onRemoved: () => void
}

export function RemoveSecondFactorForm({ onCancel, onRemoved }: RemoveSecondFactorFormProps) {
  const form = useContractForm(removeSecondFactor.body, { code: '' })
  const submit = form.submit(async (body) => {
    await call(removeSecondFactor, { body })
    onRemoved()
  })
  return (
    <form className="dlg__form" noValidate onSubmit={submit}>
      <DialogBody className="grid content-start gap-4">
        <p>Signing in then takes your password alone, and your recovery codes stop working.</p>
        <CodeField form={form} help="From your authenticator app, or a recovery code." />
        <FormError>{form.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" busy={form.isBusy} busyLabel="Removing...">
          Remove
        </Button>
      </DialogFoot>
    </form>
  )
}
