import { Banner } from './banner.tsx'

interface TryAgainBannerProps {
  message: string
  onRetry: () => void
  className?: string
}

/** Something could not be loaded, with the way to ask for it again. */
export function TryAgainBanner({ message, onRetry, className }: TryAgainBannerProps) {
  return (
    <Banner {...(className && { className })}>
      {message}{' '}
      <button type="button" className="lk" onClick={onRetry}>
        Try again
      </button>
    </Banner>
  )
}
