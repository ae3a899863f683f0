import { ApiError } from '../api.ts'
import { Banner } from './banner.tsx'

interface TryAgainBannerProps {
  error: Error
  onRetry: () => void
  className?: string
}

/** Something could not be loaded, with what may be wrong and the way to ask for it again. */
export function TryAgainBanner({ error, onRetry, className }: TryAgainBannerProps) {
  const advice = adviceFor(error)
  return (
    <Banner {...(className && { className })}>
      {advice ? `${error.message.replace(/\.?$/, '.')} ${advice}` : error.message}{' '}
      <button type="button" className="lk" onClick={onRetry}>
        Try again
      </button>
    </Banner>
  )
}

/** Where no answer came, or one that says nothing, the default message alone leaves one wondering. */
function adviceFor(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 0) return 'Check your internet connection. If it works, the site may be restarting.'
  const isWordless = error.code === 'unreadable-answer' && error.status >= 500
  return isWordless ? 'The site may be restarting. Give it a minute.' : undefined
}
