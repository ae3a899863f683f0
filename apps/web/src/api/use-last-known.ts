import type { Output } from '@arcadia/contract/endpoint'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './call.ts'
import { type LastAnswer, lastAnswer, type Readable } from './last-known.ts'
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
  const { data, error, dataUpdatedAt, refetch } = useQuery(options)
  // Beside the query, whose other screens would take it for the server's answer.
  const [last, setLast] = useState<LastAnswer<E> & { name: string }>()
  // The query keeps what was refused, and without a line forgets that it was.
  const [refusedAt, setRefusedAt] = useState<number>()
  const name = JSON.stringify(of)
  const isRefused = isOver(error)
  const answer = isRefused || dataUpdatedAt === refusedAt ? undefined : data
  const isMissing = options.enabled !== false && answer === undefined && !isRefused
  const kept = isMissing && last?.name === name ? last : undefined
  const isLost = kept !== undefined || (error !== null && isPassing(error))
  const showLast = useEffectEvent((as: string) => {
    const read = lastAnswer(endpoint, of).read()
    setLast(read && { ...read, name: as })
  })
  const drop = useEffectEvent(() => {
    lastAnswer(endpoint, of).drop()
    setLast(undefined)
    setRefusedAt(dataUpdatedAt)
  })
  const keep = useEffectEvent((read: Output<E>, at: number) => lastAnswer(endpoint, of).keep(read, at))
  useEffect(() => {
    if (isRefused) drop()
    else if (answer !== undefined) keep(answer, dataUpdatedAt)
  }, [answer, dataUpdatedAt, isRefused])
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => showLast(name), error || !navigator.onLine ? 0 : PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isMissing, error, name])
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isLost, refetch])
  return { data: answer ?? kept?.data, error, readAt: kept?.at ?? dataUpdatedAt, isLost, refetch }
}
