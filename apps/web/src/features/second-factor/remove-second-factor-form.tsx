import { removeSecondFactor } from '@arcadia/contract/admin/accounts'
import { call } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { CodeField } from './code-field.tsx'

export function RemoveSecondFactorForm({ onCancel, onRemoved }: { onCancel: () => void; onRemoved: () => void }) {
  const form = useContractForm(removeSecondFactor.body, { code: '' })
  const submit = form.submit(async (body) => {
    await call(removeSecondFactor, { body })
    onRemoved()
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Turn off" busyLabel="Turning off..." isDanger onCancel={onCancel}>
      <p>You'll sign in with just your password, and your recovery codes will stop working.</p>
      <CodeField form={form} help="From your authenticator app, or a recovery code." />
    </FormView>
  )
}
