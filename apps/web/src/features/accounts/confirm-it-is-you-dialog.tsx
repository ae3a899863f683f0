import { KnownPassword, SecondFactorCode, type User } from '@arcadia/contract/accounts'
import { confirmItIsYou, getSecondFactor } from '@arcadia/contract/admin/accounts'
import { startPasskeyConfirmation } from '@arcadia/contract/admin/passkeys'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { CodeField } from '../second-factor/code-field.tsx'
import { askPasskey, knowsPasskeys } from '../second-factor/passkey.ts'
import { PasskeyButton } from '../second-factor/passkey-button.tsx'

const PasswordAlone = z.strictObject({ password: KnownPassword, code: z.string() })
const WithCode = z.strictObject({ password: KnownPassword, code: SecondFactorCode })

interface ConfirmItIsYouDialogProps {
  user: User
  onConfirmed: () => void
  onClose: () => void
}

/** Asks again who it is, over whatever is open. What was typed there stays, and the call goes again after the answer. */
export function ConfirmItIsYouDialog({ user, onConfirmed, onClose }: ConfirmItIsYouDialogProps) {
  const { data } = useQuery(queryOf(getSecondFactor, {}))
  const form = useContractForm(data?.isOn ? WithCode : PasswordAlone, { password: '', code: '' })
  const submit = form.submit(async ({ password, code }) => {
    await call(confirmItIsYou, { body: { password, ...(code && { code }) } })
    onConfirmed()
  })
  async function confirmWith() {
    const passkey = await askPasskey(await call(startPasskeyConfirmation, {}))
    await call(confirmItIsYou, { body: { passkey } })
    onConfirmed()
  }
  const hasPasskey = data !== undefined && data.passkeys > 0 && knowsPasskeys()
  const needsCode = data?.isOn || form.field('code').error !== undefined
  return (
    <FormDialog
      title="Confirm it's you"
      form={form}
      onSubmit={submit}
      submit="Confirm"
      busyLabel="Checking..."
      isSecond={hasPasskey}
      cancel="Cancel"
      onClose={onClose}
    >
      <p>Refunds, exports, and changes to staff, settings, or QuickBooks ask again after 15 minutes.</p>
      {hasPasskey && (
        <PasskeyButton isFirst onUse={confirmWith}>
          Use a passkey
        </PasskeyButton>
      )}
      <PasswordField {...form.field('password')} label="Your password" username={user.username} data-autofocus />
      {needsCode && <CodeField form={form} help="From your authenticator app, or a recovery code." />}
    </FormDialog>
  )
}
