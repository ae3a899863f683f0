import { Banner } from '../ui/banner.tsx'

/** What is wrong with a form as a whole; stands above its button and comes into view. */
export function FormError({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      <Banner>{children}</Banner>
    </div>
  )
}
