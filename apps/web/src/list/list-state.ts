import { statusLabel } from '../ui/tag.tsx'

/** The filters and sort orders of a list. */
export interface ListShape<Status extends string = string, Sort extends string = string> {
  /** As on the wire; lowercase in the address, with `all` for no filter. */
  statuses: readonly Status[]
  /** What the statuses are called, where their names are not their words. */
  looks?: Readonly<Record<Status, { label: string }>> | undefined
  sorts: readonly Sort[]
  /** Of a list of several kinds, whose rows may share a number. */
  kinds?: readonly string[] | undefined
}

/** A list's current state, kept in the address so that it can be linked to and survives reloads. */
export interface ListState<Status extends string = string, Sort extends string = string> {
  status: Status | 'all'
  /** The search text. */
  q: string
  /** From 0, as on the wire; from 1 in the address. */
  page: number
  /** `name` ascending, `-name` descending, or undefined for the list's default. */
  sort: Sort | `-${Sort}` | undefined
  /** The row whose details are open. */
  id: number | undefined
  /** Its kind, in a list of several: `enquiry-7` in the address. */
  kind: string | undefined
}

/** Reads the list's state from the address; invalid values are ignored. */
export function readList<Status extends string, Sort extends string>(
  { statuses, sorts, kinds }: ListShape<Status, Sort>,
  params: URLSearchParams,
): ListState<Status, Sort> {
  const sort = params.get('sort') ?? ''
  const column = sorts.find((name) => name === sort.replace(/^-/, ''))
  return {
    status: statuses.find((status) => status.toLowerCase() === params.get('status')) ?? 'all',
    q: params.get('q') ?? '',
    page: (readNumber(params.get('page')) ?? 1) - 1,
    sort: column && (sort.startsWith('-') ? `-${column}` : column),
    ...readOpenRow(kinds, params.get('id') ?? ''),
  }
}

function readOpenRow(kinds: readonly string[] | undefined, text: string) {
  if (!kinds) return { id: readNumber(text), kind: undefined }
  const kind = kinds.find((one) => text.startsWith(`${one}-`))
  return { id: readNumber(kind ? text.slice(kind.length + 1) : ''), kind }
}

function readNumber(text: string | null): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined
}

/** Also of the filters that only one list has, by their names in the address. */
export type ListChange<Status extends string = string, Sort extends string = string> = Partial<
  Omit<ListState<Status, Sort>, 'id' | 'kind'>
> & { [filter: string]: string | number | undefined }

/**
 * The address after a change: returns to the first page unless only the page or the open row changed. An open row stays
 * open, for someone who taps it before a search settles.
 */
export function changeList(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params)
  const isOtherList = Object.keys(change).some((name) => name !== 'page' && name !== 'id')
  const entries = isOtherList ? { page: 0, ...change } : change
  for (const [name, value] of Object.entries(entries)) {
    const said = sayInAddress(name, value)
    if (said) next.set(name, said)
    else next.delete(name)
  }
  return next
}

/** Empty for defaults, which the address omits. */
function sayInAddress(name: string, value: string | number | undefined): string {
  if (name === 'status') return value === 'all' ? '' : String(value).toLowerCase()
  if (name === 'page') return value ? String(Number(value) + 1) : ''
  return String(value ?? '')
}

/** The list as query parameters. */
export function toQuery<Status extends string, Sort extends string>(list: ListState<Status, Sort>) {
  const { page, q, status, sort } = list
  return { page, q: q.trim() || undefined, status: status === 'all' ? undefined : (status as Status), sort }
}
export type ListQuery<Status extends string, Sort extends string> = ReturnType<typeof toQuery<Status, Sort>>

/** The options of a list's status filter. */
export function statusOptions<Status extends string>({ statuses, looks }: ListShape<Status>) {
  const options = statuses.map((value) => ({ value, label: looks?.[value].label ?? statusLabel(value) }))
  return [{ value: 'all' as const, label: 'All' }, ...options]
}
