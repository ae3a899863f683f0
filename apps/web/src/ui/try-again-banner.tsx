import { Banner } from './banner.tsx'

interface TryAgainBannerProps {
  error: Error
  onRetry: () => void
  className?: string
}

/** A loading error with advice and a retry button. */
export function TryAgainBanner({ error, onRetry, className }: TryAgainBannerProps) {
  return (
    <Banner {...(className && { className })}>
      {error.message}{' '}
      <button type="button" className="link" onClick={onRetry}>
        Try again
      </button>
    </Banner>
  )
}
