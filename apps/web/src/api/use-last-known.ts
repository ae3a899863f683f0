import type { Output } from '@arcadia/contract/endpoint'
import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './call.ts'
import { lastAnswer, type Readable } from './last-known.ts'
import { isPassing } from './query-client.ts'

/** Reception at the ramp is poor: an answer slower than this is no answer yet. */
const PATIENCE_MS = 3000
const ASK_AGAIN_MS = 15_000

/** No longer the reader's, or gone. */
const isOver = (error: Error | null): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status)

/**
 * `useQuery` for what a trip's page must show offline: while no answer comes, this device's last one, kept as what `of` names
 * (docs/rules.md §23.7). Without a line it asks again by itself.
 */
export function useLastKnown<E extends Readable>(
  endpoint: E,
  of: object,
  options: UseQueryOptions<Output<E>, Error, Output<E>, QueryKey>,
) {
  const client = useQueryClient()
  const { data, error, dataUpdatedAt, refetch } = useQuery(options)
  const [lastAt, setLastAt] = useState<number>()
  const isRefused = isOver(error)
  const isMissing = data === undefined && !isRefused
  const isLost = error ? isPassing(error) : lastAt === dataUpdatedAt
  const showLast = useEffectEvent(() => {
    const last = lastAnswer(endpoint, of).read()
    if (!last) return
    setLastAt(last.at)
    client.setQueryData(options.queryKey, last.data as never, { updatedAt: last.at })
  })
  const keep = useEffectEvent((answer: Output<E>, at: number) => {
    if (!isLost) lastAnswer(endpoint, of).keep(answer, at)
  })
  const drop = useEffectEvent(() => lastAnswer(endpoint, of).drop())
  useEffect(() => {
    if (isRefused) drop()
    else if (data !== undefined) keep(data, dataUpdatedAt)
  }, [data, dataUpdatedAt, isRefused])
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(showLast, error || !navigator.onLine ? 0 : PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isMissing, error])
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isLost, refetch])
  return { data: isRefused ? undefined : data, error, readAt: dataUpdatedAt, isLost, refetch }
}
