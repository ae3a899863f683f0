import type { ReactNode } from 'react'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'

interface RefundsSectionProps {
  id: string
  title: string
  text: string
  list: { data?: unknown; error: Error | null; refetch: () => Promise<unknown> }
  /** Instead of `children` if there is nothing in the list. */
  empty?: string
  children: ReactNode
}

/** A section of the Refunds tab: how many, and what is in it, unless that could not be loaded. */
export function RefundsSection({ id, title, text, list, empty, children }: RefundsSectionProps) {
  const count = Array.isArray(list.data) ? list.data.length : undefined
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-balance font-[660] text-[1.25rem]/[1.3]">
        {title}
        {!!count && ` (${count})`}
      </h2>
      <p className="muted mb-3.5">{count === 0 && !list.error ? empty : text}</p>
      {list.error ? <TryAgainBanner error={list.error} onRetry={() => void list.refetch()} /> : count !== 0 && children}
    </section>
  )
}
