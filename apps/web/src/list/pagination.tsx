import { Button } from '../ui/button.tsx'

interface PaginationProps {
  /** From 0, as on the wire. */
  page: number
  totalPages: number
  onChange: (page: number) => void
}

/** Previous, "Page x of y", Next; nothing where all is on one page. */
export function Pagination({ page, totalPages, onChange }: PaginationProps) {
  if (totalPages <= 1 && page === 0) return null
  return (
    <nav className="mt-4 flex flex-wrap items-center justify-center gap-4 text-ui" aria-label="Pages">
      <Button size="sm" disabled={page <= 0} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="num" aria-live="polite">
        Page {page + 1} of {Math.max(1, totalPages)}
      </span>
      <Button size="sm" disabled={page + 1 >= totalPages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
