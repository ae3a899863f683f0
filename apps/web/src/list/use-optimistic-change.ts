import type { Endpoint } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface OptimisticChange<Row, Change, Answer extends Row> {
  /** What answers with the row: the lists it may be in, and its own. */
  lists: readonly Pick<Endpoint, 'path'>[]
  /** Asks the server; the row it answers replaces the changed one (docs/rules.md §6.13). */
  send: (row: Row, change: Change) => Promise<Answer>
  /** What the row will be when the server agrees; shown at once. */
  foresee: (row: Row, change: Change) => Row
  onDone?: (answer: Answer, asked: { row: Row; change: Change }) => void
}

/**
 * Changes a row of a list and shows it before the server has agreed. When it refuses, that row alone becomes what it was,
 * and `error` is the message for the banner.
 */
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
  // Whether any change is under way; the mutation itself knows only about the latest one.
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
      // A refresh under way would bring the old row back.
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

/** In a page or a plain list, or in what is known of the row alone. */
function replaceIn<Row extends { id: number }>(known: Page<Row> | Row[] | Row, row: Row): Page<Row> | Row[] | Row {
  if (Array.isArray(known)) return known.map((one) => (one.id === row.id ? row : one))
  if (isPage(known)) return { ...known, content: replaceIn(known.content, row) as Row[] }
  return known.id === row.id ? { ...known, ...row } : known
}

function isPage<Row extends object>(known: Page<Row> | Row): known is Page<Row> {
  return 'totalPages' in known
}
