import { confirmSecondFactor, type setUpSecondFactor } from '@arcadia/contract/admin-accounts'
import type { Output } from '@arcadia/contract/endpoint'
import { call } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { CodeField } from './code-field.tsx'
import { QrCode } from './qr-code.tsx'

interface ConfirmSecondFactorFormProps {
  made: Output<typeof setUpSecondFactor>
  onCancel: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Nothing is switched on before the app has shown a code that is right. */
export function ConfirmSecondFactorForm({ made, onCancel, onConfirmed }: ConfirmSecondFactorFormProps) {
  const form = useContractForm(confirmSecondFactor.body, { code: '' })
  const submit = form.submit(async (body) => onConfirmed((await call(confirmSecondFactor, { body })).recoveryCodes))
  return (
    <FormView form={form} onSubmit={submit} submit="Switch on" busyLabel="Checking..." onCancel={onCancel}>
      <p>Scan this with the app, or type the key into it.</p>
      <QrCode text={made.uri} label="QR code of the key below" />
      <p>
        <span className="small muted">Key</span>
        <br />
        <code className="wrap-anywhere">{made.secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <CodeField form={form} help="The six digits that the app shows now." />
    </FormView>
  )
}
