import { wordsOf } from '../api/call.ts'
import { Banner } from './banner.tsx'

interface TryAgainBannerProps {
  error: Error
  onRetry: () => void
  className?: string
}

/** Something could not be loaded, with what may be wrong and the way to ask for it again. */
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
