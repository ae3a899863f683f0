import { wordsOf } from '../api/call.ts'
import { Banner } from '../ui/banner.tsx'

interface FailedBannerProps {
  /** What was tried, as `useMutation` has it. */
  of: { error: Error | null; reset: () => void }
  className?: string
}

/** Why what a button did failed, until it is dismissed or tried again. */
export function FailedBanner({ of: { error, reset }, className = '' }: FailedBannerProps) {
  if (!error) return null
  return (
    <Banner className={className} onDismiss={reset}>
      {wordsOf(error)}
    </Banner>
  )
}
