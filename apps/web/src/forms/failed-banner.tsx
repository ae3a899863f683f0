import { Banner } from '../ui/banner.tsx'

interface FailedBannerProps {
  /** The attempted action, from `useMutation`. */
  of: { error: Error | null; reset: () => void }
  className?: string
}

/** Why an action failed, until dismissed or retried. */
export function FailedBanner({ of: { error, reset }, className = '' }: FailedBannerProps) {
  if (!error) return null
  return (
    <Banner className={className} onDismiss={reset}>
      {error.message}
    </Banner>
  )
}
