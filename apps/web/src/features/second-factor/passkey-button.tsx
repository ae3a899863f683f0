import { useMutation } from '@tanstack/react-query'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { knowsPasskeys } from './passkey.ts'

interface PasskeyButtonProps {
  children: string
  /** Asks the passkey, and goes on. */
  onUse: () => Promise<void>
}

/** A passkey instead of password and code; not in browsers that know none. */
export function PasskeyButton({ children, onUse }: PasskeyButtonProps) {
  const use = useMutation({ mutationFn: onUse })
  if (!knowsPasskeys()) return null
  return (
    <>
      <Button busy={use.isPending} busyLabel="Waiting for your passkey..." onClick={() => use.mutate()}>
        {children}
      </Button>
      <FormError>{use.error}</FormError>
    </>
  )
}
