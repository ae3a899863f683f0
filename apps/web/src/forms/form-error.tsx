import { wordsOf } from '../api/call.ts'
import { Banner } from '../ui/banner.tsx'

/** The error of a form as a whole, above its button and scrolled into view. */
export function FormError({ children }: { children: string | Error | null | undefined }) {
  if (!children) return null
  return (
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      <Banner>{typeof children === 'string' ? children : wordsOf(children)}</Banner>
    </div>
  )
}
