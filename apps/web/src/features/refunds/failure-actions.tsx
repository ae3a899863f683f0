import type { RefundableFailure } from '@arcadia/contract/refunds'
import { Button } from '../../ui/button.tsx'
import type { FailureVerdict } from './admin-refunds.queries.ts'
import type { RefundQuestion } from './refund-act-dialog.tsx'

interface FailureActionsProps {
  failure: RefundableFailure
  busy: boolean
  onAsk: (question: RefundQuestion) => void
}

/** The ways out of an item, as the server gives them. */
export function FailureActions({ failure, busy, onAsk }: FailureActionsProps) {
  const verdicts = VERDICTS.filter(({ outcome }) => failure.actions.includes(outcome))
  return (
    <span className="flex gap-2 max-[700px]:mt-[0.6rem] max-[700px]:flex-wrap">
      {failure.kind === 'REFUNDABLE' && (
        <Button
          size="sm"
          disabled={busy || !failure.needsRefund}
          aria-label={`Refund ${failure.customer}`}
          onClick={() => onAsk({ kind: 'refund', failure })}
        >
          Refund
        </Button>
      )}
      {verdicts.map(({ outcome, label }) => (
        <Button
          key={outcome}
          size="sm"
          disabled={busy}
          aria-label={`${label}: ${failure.customer}`}
          onClick={() => onAsk({ kind: 'verdict', outcome, failure })}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

const VERDICTS: readonly { outcome: FailureVerdict; label: string }[] = [
  { outcome: 'CAPTURED', label: 'It was charged' },
  { outcome: 'NOT_CHARGED', label: 'Not charged' },
  { outcome: 'REFUNDED', label: 'It was refunded' },
  { outcome: 'NOT_REFUNDED', label: 'Not refunded' },
  { outcome: 'DISMISSED', label: 'Leave it' },
]
