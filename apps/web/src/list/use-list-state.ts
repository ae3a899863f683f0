import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { changeList, type ListShape, type ListState, readList } from './list-state.ts'

export type ListControls<Status extends string = string, Sort extends string = string> = ReturnType<
  typeof useListState<Status, Sort>
>

/** The address as it is: a search that is typed settles while another filter is chosen and not drawn yet. */
export const paramsNow = () => new URLSearchParams(window.location.search)

/** The state of a tab's list, kept in the address, and what changes it. */
export function useListState<Status extends string, Sort extends string>(shape: ListShape<Status, Sort>) {
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
    change: (to: Partial<ListState<Status, Sort>>, replace = false) =>
      setParams(() => changeList(paramsNow(), to as Partial<ListState>), { replace }),
    showAll: () => setParams(() => changeList(paramsNow(), { status: 'all', q: '' })),
    closeRow: () => {
      if (isOpenedHere) navigate(-1)
      else setParams((before) => changeList(before, { id: undefined }), { replace: true })
    },
  }
}
