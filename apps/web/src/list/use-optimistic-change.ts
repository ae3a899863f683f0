import type { Endpoint } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface OptimisticChange<Row, Change, Answer extends Row> {
  /** The endpoints that return the row. */
  lists: readonly Pick<Endpoint, 'path'>[]
  /** Sends the change; the returned row replaces the changed one (docs/rules.md §6.13). */
  send: (row: Row, change: Change) => Promise<Answer>
  /** The expected row, shown at once. */
  foresee: (row: Row, change: Change) => Row
  onDone?: (answer: Answer, asked: { row: Row; change: Change }) => void
}

/** Changes a row optimistically. On a refusal only that row reverts, and `error` has the banner's message. */
export function useOptimisticChange<Row extends { id: number }, Change, Answer extends Row = Row>({
  lists,
  send,
  foresee,
  onDone,
}: OptimisticChange<Row, Change, Answer>) {
  const client = useQueryClient()
  const mutationKey = lists.map(({ path }) => path)
  const known = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => mutationKey.includes(`${queryKey[1]}`),
  }
  // Whether any change is in flight; the mutation itself only tracks the latest.
  const [error, setError] = useState<string>()
  const busy = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { row: Row }).row.id,
  })
  const put = (row: Row) =>
    client.setQueriesData<Page<Row> | Row[] | Row>(known, (data) => data && replaceIn(data, row))
  const mutation = useMutation({
    mutationKey,
    mutationFn: ({ row, change }: { row: Row; change: Change }) => send(row, change),
    onMutate: async ({ row, change }) => {
      setError(undefined)
      // A refetch in flight would bring the old row back.
      await client.cancelQueries(known)
      put(foresee(row, change))
    },
    onError: ({ message }, { row }) => {
      put(row)
      setError(message)
    },
    onSuccess: (answer, asked) => {
      put(answer)
      onDone?.(answer, asked)
    },
  })
  return {
    change: (row: Row, change: Change) => mutation.mutate({ row, change }),
    error,
    dismissError: () => setError(undefined),
    isBusy: (id: number) => busy.includes(id),
  }
}

/** Updates the row in a page, a plain list, or on its own. */
function replaceIn<Row extends { id: number }>(known: Page<Row> | Row[] | Row, row: Row): Page<Row> | Row[] | Row {
  if (Array.isArray(known)) return known.map((one) => (one.id === row.id ? row : one))
  if (isPage(known)) return { ...known, content: replaceIn(known.content, row) as Row[] }
  return known.id === row.id ? { ...known, ...row } : known
}

function isPage<Row extends object>(known: Page<Row> | Row): known is Page<Row> {
  return 'totalPages' in known
}
