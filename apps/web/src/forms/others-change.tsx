import { Button } from '../ui/button.tsx'
import type { Meanwhile } from './use-contract-form.ts'

interface OthersChangeProps {
  of: Omit<Meanwhile, 'names'> | undefined
  onTaken?: () => void
}

/** What to do about somebody else's change, below the error that tells of it. */
export function OthersChange({ of, onTaken }: OthersChangeProps) {
  if (!of) return null
  function take() {
    of?.takeTheirs()
    onTaken?.()
  }
  return (
    <div className="acts-row">
      <Button onClick={take}>Use what's saved</Button>
      <Button variant="ink" onClick={of.keepMine}>
        Save mine
      </Button>
    </div>
  )
}
