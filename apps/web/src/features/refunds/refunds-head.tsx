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
    <div className="refunds__head">
      <h2 id={id}>
        {title} {count !== undefined && count > 0 && <span className="refunds__count num">{count}</span>}
      </h2>
      <p className="muted">{text}</p>
      <Button
        size="sm"
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
