import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface RefundsHeadProps {
  id: string
  title: string
  text: string
  /** How many there are, once that is known. */
  count?: number | undefined
  list: { isFetching: boolean; refetch: () => Promise<unknown> }
}

/** The head of a section of the Refunds tab: what is in it, how many, and the way to load it again. */
export function RefundsHead({ id, title, text, count, list }: RefundsHeadProps) {
  return (
    <div className="mb-3.5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
      <h2 id={id} className="text-balance font-[660] text-[1.25rem]/[1.3]">
        {title}{' '}
        {count !== undefined && count > 0 && (
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
  )
}
