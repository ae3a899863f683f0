import { type Cents, formatCents } from '@arcadia/contract/money'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

interface PayButtonProps {
  amount: Cents
  isSending: boolean
  /** What paying is. */
  verb?: string
  className?: string
}

export function PayButton({ amount, isSending, verb = 'Pay', className }: PayButtonProps) {
  return (
    <Button type="submit" variant="cta" className={classNames('num px-3', className)} busy={isSending}>
      {isSending
        ? 'Processing Payment...'
        : amount > 0
          ? `${verb} ${formatCents(amount)} USD`
          : verb === 'Pay'
            ? 'Confirm booking'
            : verb}
    </Button>
  )
}
