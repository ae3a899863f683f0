import type { User } from '@arcadia/contract/accounts'
import { confirmSecondFactor, setUpSecondFactor } from '@arcadia/contract/admin/accounts'
import type { Output } from '@arcadia/contract/endpoint'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { FormView } from '../../forms/form-view.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogEnd, DialogView } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { CodeField } from './code-field.tsx'

interface SecondFactorSetUpProps {
  user: User
  onCancel: () => void
  onDone: () => void
}

/** Three steps: password, app, recovery codes. */
export function SecondFactorSetUp({ user, onCancel, onDone }: SecondFactorSetUpProps) {
  const [made, setMade] = useState<Output<typeof setUpSecondFactor>>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  if (recoveryCodes)
    return (
      <DialogView key="codes">
        <RecoveryCodes codes={recoveryCodes} onDone={onDone} />
      </DialogView>
    )
  if (made) return <ConfirmSecondFactorForm {...{ made, onCancel }} onConfirmed={setRecoveryCodes} />
  return <SetUpSecondFactorForm {...{ user, onCancel }} onMade={setMade} />
}

interface SetUpSecondFactorFormProps {
  user: User
  onCancel: () => void
  onMade: (secret: Output<typeof setUpSecondFactor>) => void
}

/** Asks for the password, so nobody can lock the owner out from an open portal. */
function SetUpSecondFactorForm({ user, onCancel, onMade }: SetUpSecondFactorFormProps) {
  const form = useContractForm(setUpSecondFactor.body, { password: '' })
  const submit = form.submit(async (body) => onMade(await call(setUpSecondFactor, { body })))
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Checking..." onCancel={onCancel}>
      <p>
        You'll sign in with your password and a code from an app on your phone, such as Google Authenticator, 1Password,
        or Aegis.
      </p>
      <PasswordField {...form.field('password')} label="Your password" username={user.username} data-autofocus />
    </FormView>
  )
}

interface ConfirmSecondFactorFormProps {
  made: Output<typeof setUpSecondFactor>
  onCancel: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Turned on only after the app has shown a correct code. */
function ConfirmSecondFactorForm({ made, onCancel, onConfirmed }: ConfirmSecondFactorFormProps) {
  const form = useContractForm(confirmSecondFactor.body, { code: '' })
  const submit = form.submit(async (body) => onConfirmed((await call(confirmSecondFactor, { body })).recoveryCodes))
  return (
    <FormView form={form} onSubmit={submit} submit="Turn on" busyLabel="Checking..." onCancel={onCancel}>
      {/* A phone can't scan its own screen. */}
      <LinkButton to={made.uri} className="not-pointer-coarse:hidden">
        Open in your authenticator app
      </LinkButton>
      <p>Scan this with your authenticator app, or copy the key into it.</p>
      <QrCode text={made.uri} label="QR code of the key below" />
      <div className="flex items-center gap-2">
        <p>
          <span className="small muted">Key</span>
          <br />
          <code className="wrap-anywhere">{made.secret.match(/.{4}/g)?.join(' ')}</code>
        </p>
        <CopyButton text={made.secret} label="Copy the key" />
      </div>
      <CodeField form={form} help="The six digits your app shows now." />
    </FormView>
  )
}

/** Shown once, right after creation. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <DialogEnd
      way={
        <Button variant="cta" onClick={onDone}>
          I've saved them
        </Button>
      }
    >
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe. We won't show them
        again.
      </p>
      <ul className="grid gap-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-6 text-ui">
        <button
          type="button"
          className="link min-h-11"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true), reportError)}
        >
          Copy
        </button>
        <button
          type="button"
          className="link min-h-11"
          onClick={() => download(text, { name: 'recovery-codes.txt', type: 'text/plain' })}
        >
          Save as a file
        </button>
        <span role="status">{isCopied && 'Copied.'}</span>
      </div>
    </DialogEnd>
  )
}
