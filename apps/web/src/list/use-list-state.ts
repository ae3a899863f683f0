import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changeList, type ListChange, type ListShape, readList } from './list-state.ts'

export type ListControls<Status extends string, Sort extends string> = ReturnType<typeof useListState<Status, Sort>>

/** Reads the live address: a search may settle after another filter was picked but before that renders. */
const paramsNow = () => new URLSearchParams(window.location.search)

/** The state of a tab's list, kept in the address, with its setters. */
export function useListState<const Status extends string = never, const Sort extends string = never>({
  statuses = [],
  sorts = [],
  looks,
  kinds,
}: Partial<ListShape<Status, Sort>> = {}) {
  const shape = { statuses, sorts, looks, kinds }
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const list = readList(shape, params)
  const isOpenedHere = location.state?.isRowOpenedHere === true
  return {
    shape,
    list,
    isFiltered: list.status !== 'all' || list.q !== '' || list.page > 0,
    /** `replace` for changes on every key, so that Back skips them. */
    change: (to: ListChange<Status, Sort>, replace = false) =>
      setParams(() => changeList(paramsNow(), to), { replace }),
    showAll: () => setParams(() => changeList(paramsNow(), { status: 'all', q: '' })),
    closeRow: () => {
      if (isOpenedHere) navigate(-1)
      else setParams((before) => changeList(before, { id: undefined }), { replace: true })
    },
  }
}
