import type { ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import { TryAgainBanner } from '../ui/try-again-banner.tsx'
import { ExportButton } from './export-button.tsx'
import { ListSearch } from './list-search.tsx'
import { Pagination } from './pagination.tsx'
import { SegmentedFilter } from './segmented-filter.tsx'

interface ListPageProps<Status extends string> {
  statusOptions: readonly { value: Status; label: string }[]
  list: { status: Status; q: string; page: number }
  search: { label: string; placeholder: string }
  onChange: (to: { status?: Status; q?: string; page?: number }, replace?: boolean) => void
  csv: {
    progress: { done: number; total: number } | undefined
    start: () => Promise<void>
    error: string | undefined
    dismissError: () => void
  }
  /** Why the list could not be loaded. */
  error: Error | null
  onRetry: () => void
  /** A change that was refused, or done in part. */
  refusal?: { message: ReactNode; onDismiss: () => void }
  /** Undefined while it loads. */
  page: { content: readonly unknown[]; totalPages: number } | undefined
  /** What can be done besides, such as adding one. */
  action?: ReactNode
  /** The table. */
  children: ReactNode
}

/** A tab's list: filter, search and file above it, its banners, and the pages below. */
export function ListPage<Status extends string>(props: ListPageProps<Status>) {
  const { statusOptions, list, search, onChange, csv, error, onRetry, refusal, page, action, children } = props
  return (
    <>
      <div className="list-tools">
        <SegmentedFilter
          label="Status"
          options={statusOptions}
          value={list.status}
          onChange={(status) => onChange({ status })}
        />
        <ListSearch {...search} value={list.q} onChange={(q) => onChange({ q }, true)} />
        <ExportButton progress={csv.progress} onStart={() => void csv.start()} />
        {action}
      </div>
      {refusal?.message && (
        <Banner className="mb-4" onDismiss={refusal.onDismiss}>
          {refusal.message}
        </Banner>
      )}
      {csv.error && (
        <Banner className="mb-4" onDismiss={csv.dismissError}>
          {csv.error}
        </Banner>
      )}
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={onRetry} />}
      {(page || !error) && children}
      {page && page.content.length > 0 && (
        <Pagination page={list.page} totalPages={page.totalPages} onChange={(to) => onChange({ page: to })} />
      )}
    </>
  )
}
