import { wordsOf } from '../api/call.ts'
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
      {wordsOf(error)}{' '}
      <button type="button" className="link" onClick={onRetry}>
        Try again
      </button>
    </Banner>
  )
}
