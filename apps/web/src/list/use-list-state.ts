import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changeList, type ListChange, type ListShape, readList } from './list-state.ts'

export type ListControls<Status extends string, Sort extends string> = ReturnType<typeof useListState<Status, Sort>>

/** The address as it is: a search that is typed settles while another filter is chosen and not drawn yet. */
const paramsNow = () => new URLSearchParams(window.location.search)

/** The state of a tab's list, kept in the address, and what changes it. */
export function useListState<const Status extends string = never, const Sort extends string = never>({
  statuses = [],
  sorts = [],
}: Partial<ListShape<Status, Sort>> = {}) {
  const shape = { statuses, sorts }
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const list = readList(shape, params)
  const isOpenedHere = location.state?.isRowOpenedHere === true
  return {
    shape,
    list,
    isFiltered: list.status !== 'all' || list.q !== '' || list.page > 0,
    /** `replace` for what changes with every key: Back does not go through it. */
    change: (to: ListChange<Status, Sort>, replace = false) =>
      setParams(() => changeList(paramsNow(), to), { replace }),
    showAll: () => setParams(() => changeList(paramsNow(), { status: 'all', q: '' })),
    closeRow: () => {
      if (isOpenedHere) navigate(-1)
      else setParams((before) => changeList(before, { id: undefined }), { replace: true })
    },
  }
}
