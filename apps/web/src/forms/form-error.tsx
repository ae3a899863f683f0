import { Banner } from '../ui/banner.tsx'
import { withPhoneLinks } from '../ui/phone-links.tsx'

/** What a form says of what got no answer, once the line is back. */
export const BACK_ONLINE = "You're back online."

interface FormErrorProps {
  children: string | Error | null | undefined
  /** Where the call may simply go again. */
  onRetry?: (() => void) | undefined
}

/** The error of a form as a whole, above its button and scrolled into view. */
export function FormError({ children, onRetry }: FormErrorProps) {
  if (!children) return null
  const isCalm = children === BACK_ONLINE
  return (
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })} role={isCalm ? 'status' : undefined}>
      <Banner tone={isCalm ? 'info' : 'error'}>
        {withPhoneLinks(typeof children === 'string' ? children : children.message)}
        {onRetry && (
          <>
            {' '}
            <button type="button" className="link" onClick={onRetry}>
              Try again
            </button>
          </>
        )}
      </Banner>
    </div>
  )
}
