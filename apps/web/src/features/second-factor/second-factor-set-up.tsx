import type { User } from '@arcadia/contract/accounts'
import type { setUpSecondFactor } from '@arcadia/contract/admin-accounts'
import type { Output } from '@arcadia/contract/endpoint'
import { useState } from 'react'
import { DialogView } from '../../ui/dialog-view.tsx'
import { ConfirmSecondFactorForm } from './confirm-second-factor-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactorForm } from './set-up-second-factor-form.tsx'

interface SecondFactorSetUpProps {
  user: User
  onCancel: () => void
  onDone: () => void
}

/** The password, the app, the recovery codes. */
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
