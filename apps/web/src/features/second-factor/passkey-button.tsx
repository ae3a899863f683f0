import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { CANCELED, knowsPasskeys } from './passkey.ts'

interface PasskeyButtonProps {
  children: string
  /** Asks the passkey, and goes on. */
  onUse: () => Promise<void>
  /** The first way, which takes the focus. */
  isFirst?: boolean
}

/** A passkey instead of password and code; not in browsers that know none. */
export function PasskeyButton({ children, onUse, isFirst = false }: PasskeyButtonProps) {
  const use = useMutation({ mutationFn: onUse })
  if (!knowsPasskeys()) return null
  return (
    <>
      <Button
        variant={isFirst ? 'cta' : 'line'}
        autoFocus={isFirst}
        busy={use.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => use.mutate()}
      >
        {children}
      </Button>
      {use.error instanceof ApiError && use.error.code === CANCELED ? (
        <p className="muted small" role="status">
          {use.error.message}
        </p>
      ) : (
        <FormError>{use.error}</FormError>
      )}
    </>
  )
}
