import { type Cents, formatCents } from '@arcadia/contract/money'
import { WifiOff } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useOnline } from '../../ui/use-online.ts'

interface PayButtonProps {
  amount: Cents
  isSending: boolean
  /** What paying is. */
  verb?: string
  /** The card could not be sent, and what is shown above says so. */
  isUnsent: boolean | undefined
  className?: string
}

/** Pays by card, and says while the device has no signal that it can't. */
export function PayButton({ amount, isSending, verb = 'Pay', isUnsent, className }: PayButtonProps) {
  const isOnline = useOnline()
  return (
    <>
      <Button type="submit" variant="cta" className={classNames('num px-3', className)} busy={isSending}>
        {isSending
          ? 'Processing Payment...'
          : amount > 0
            ? `${verb} ${formatCents(amount)} USD`
            : verb === 'Pay'
              ? 'Confirm booking'
              : verb}
      </Button>
      <div role="status" className="before-buttons empty:hidden">
        {!isOnline && !isUnsent && (
          <Banner tone="warn" icon={WifiOff}>
            No signal. What you typed stays here. You can pay once you have signal.
          </Banner>
        )}
      </div>
    </>
  )
}
