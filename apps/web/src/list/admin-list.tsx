import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/lists'
import { type FetchQueryOptions, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TryAgainBanner } from '../ui/try-again-banner.tsx'
import { useMedia } from '../ui/use-media.ts'
import { type CsvFile, ExportButton, useCsvExport } from './csv-export.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { ListSearch } from './list-search.tsx'
import { type ListQuery, statusOptions, toQuery } from './list-state.ts'
import { Pagination } from './pagination.tsx'
import { SegmentedFilter } from './segmented-filter.tsx'
import { StatCards } from './stat-cards.tsx'
import type { ListControls } from './use-list-state.ts'

interface AdminListProps<Row, Status extends string, Sort extends string> {
  list: ListControls<Status, Sort>
  /** What reads the page that is asked for: `queryOf(…)`. Some endpoints answer without pages whoever asks for none. */
  query: (
    asked: ListQuery<Status, Sort> & { size: number },
  ) => Pick<FetchQueryOptions<Page<Row> | Row[]>, 'queryKey' | 'queryFn'>
  /** What is listed, for screen readers. */
  caption: string
  /** The same in a sentence, plural. */
  what?: string
  /** Table columns, or a function that renders the rows. */
  columns: readonly Column<Row>[] | ((rows: readonly Row[]) => ReactNode)
  search?: { label: string; placeholder: string }
  /** Without it there is no export. */
  csv?: CsvFile<Row>
  /** How the first row comes about, or everything shown when there are none. */
  empty?: string | ReactElement
  /** The default order, in words. */
  order?: string
  /** Extra filters, shown first, and how many are set. On a phone all filters are behind a button. */
  filters?: { fields: ReactNode; count: number } | undefined
  /** Another action, such as adding a row. */
  action?: ReactNode
  /** How many there are in each status, and of all: cards above the list. */
  counts?: Partial<Record<Status | 'all', number>>
  /** A change that was refused or only partly done. */
  refusal?: { message: ReactNode; onDismiss: () => void }
  details?: (opened: OpenRow<Row>) => ReactNode
}

interface OpenRow<Row> {
  id: number
  /** In a list of several kinds. */
  kind: string | undefined
  /** Undefined where a link leads to a row that this page does not show. */
  known: Row | undefined
  onClose: () => void
}

/** A tab's list: filters, search and export, banners, rows, pagination, and the open row's details. */
export function AdminList<Row extends { id: number; kind?: unknown }, Status extends string, Sort extends string>(
  props: AdminListProps<Row, Status, Sort>,
) {
  const { list: controls, query, caption, columns, search, csv, filters, action, counts, refusal, details } = props
  const { shape, list, change, isFiltered, showAll, closeRow } = controls
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...query({ ...toQuery(list), size: DEFAULT_PAGE_SIZE }),
    select: pageOf,
    placeholderData: keepPreviousData,
  })
  const file = useCsvExport(async (page) =>
    pageOf(await client.fetchQuery({ ...query({ ...toQuery(list), page, size: 100 }), staleTime: 0, gcTime: 0 })),
  )
  const folds = useMedia('(max-width: 700px)') && filters !== undefined
  const [isUnfolded, setUnfolded] = useState(false)
  const narrowing = (
    <>
      {shape.statuses.length > 0 && !counts && (
        <SegmentedFilter
          label="Status"
          options={statusOptions(shape)}
          value={list.status}
          onChange={(status) => change({ status })}
        />
      )}
      {filters?.fields}
    </>
  )
  // Its key keeps it, with a dialog it may have open, when the phone is turned and it moves.
  const placedAction = action && (
    <div key="action" className={folds ? 'grid w-full' : 'contents'}>
      {action}
    </div>
  )
  const count = (filters?.count ?? 0) + (list.status === 'all' ? 0 : 1)
  const rows = data?.content
  const { what = caption.toLowerCase() } = props
  const empty =
    typeof props.empty === 'object' ? props.empty : <ListEmpty {...{ what, isFiltered, showAll }} text={props.empty} />

  return (
    <>
      {counts && <StatCards what={what} counts={counts} list={controls} />}
      {(shape.statuses.length > 0 || search || csv) && (
        <div className="list-tools">
          {folds ? placedAction : narrowing}
          {search && (
            <div className={folds ? 'contents' : 'contents max-[700px]:grid max-[700px]:w-full'}>
              <ListSearch {...search} value={list.q} onChange={(q) => change({ q }, true)} />
            </div>
          )}
          {folds && (
            <Button
              icon={<SlidersHorizontal aria-hidden />}
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              Filters{count > 0 && ` (${count})`}
            </Button>
          )}
          {folds && isUnfolded && narrowing}
          {csv && (!folds || isUnfolded) && (
            <ExportButton what={csv.what} progress={file.progress} onStart={(reader) => void file.start(csv, reader)} />
          )}
          {!folds && placedAction}
        </div>
      )}
      {refusal?.message && (
        <Banner className="mb-4" onDismiss={refusal.onDismiss}>
          {refusal.message}
        </Banner>
      )}
      {file.error && (
        <Banner className="mb-4" onDismiss={file.dismissError}>
          {file.error}
        </Banner>
      )}
      {error && <TryAgainBanner className="mb-4" error={error} onRetry={() => void refetch()} />}
      {(rows || !error) &&
        (typeof columns !== 'function' ? (
          <DataTable
            {...{ caption, columns, rows, empty }}
            sorting={
              shape.sorts.length > 0
                ? { by: list.sort, usual: props.order, onChange: (sort) => change({ sort: sort as typeof list.sort }) }
                : undefined
            }
          />
        ) : rows ? (
          rows.length > 0 ? (
            columns(rows)
          ) : (
            empty
          )
        ) : (
          <Skeleton className="h-60 w-full" />
        ))}
      {data && data.content.length > 0 && (
        <Pagination page={list.page} totalPages={data.totalPages} onChange={(page) => change({ page })} />
      )}
      {list.id !== undefined &&
        details?.({
          id: list.id,
          kind: list.kind,
          known: rows?.find((row) => row.id === list.id && (!list.kind || row.kind === list.kind)),
          onClose: closeRow,
        })}
    </>
  )
}

function pageOf<Row>(answer: Page<Row> | Row[]): Page<Row> {
  if (Array.isArray(answer)) throw new TypeError('Expected a page')
  return answer
}

interface ListEmptyProps {
  /** What would be listed, plural. */
  what: string
  /** How the first row comes about. */
  text?: string | undefined
  isFiltered: boolean
  showAll: () => void
}

/** A list without rows: none exist yet, or none match the filter and search. */
function ListEmpty({ what, text, isFiltered, showAll }: ListEmptyProps) {
  if (!isFiltered) return <EmptyState title={`No ${what} yet`} text={text} />
  return (
    <EmptyState title={`No ${what} match`}>
      <Button onClick={showAll}>Show all {what}</Button>
    </EmptyState>
  )
}
