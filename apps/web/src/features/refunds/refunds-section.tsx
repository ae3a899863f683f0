import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'

interface RefundsSectionProps {
  id: string
  title: string
  text: string
  list: { data?: unknown; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  children: ReactNode
}

/** A section of the Refunds tab: what is in it, unless that could not be loaded, how many, and the way to load it again. */
export function RefundsSection({ id, title, text, list, children }: RefundsSectionProps) {
  const count = Array.isArray(list.data) ? list.data.length : 0
  return (
    <section aria-labelledby={id}>
      <div className="mb-3.5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        <h2 id={id} className="text-balance font-[660] text-[1.25rem]/[1.3]">
          {title}{' '}
          {count > 0 && (
            <span className="num ml-[0.35rem] inline-block min-w-[1.625rem] rounded-[0.875rem] bg-bg-3 px-[0.4rem] py-[0.2rem] text-center align-[0.1em] text-small/[1.25]">
              {count}
            </span>
          )}
        </h2>
        <p className="muted max-[700px]:col-span-full max-[700px]:mt-1">{text}</p>
        <Button
          size="sm"
          className="col-start-2 row-[1/span_2] max-[700px]:row-[1]"
          busy={list.isFetching}
          icon={<RefreshCw className="size-4" strokeWidth={1.75} aria-hidden />}
          aria-label={`Refresh ${title.toLowerCase()}`}
          onClick={() => void list.refetch()}
        >
          Refresh
        </Button>
      </div>
      {list.error ? <TryAgainBanner error={list.error} onRetry={() => void list.refetch()} /> : children}
    </section>
  )
}
