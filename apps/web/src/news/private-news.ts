import type { Session } from '@arcadia/contract/accounts'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { audienceOf, urlOf } from '../api/call.ts'
import { endSession } from '../session/session.tsx'
import { followSharedFeed, REFUSED_PAUSE_MS } from './shared-feed.ts'

const REOPEN_MS = 3000
/** Changes this close together share one reload. */
const GATHER_MS = 500

interface PrivateNews {
  /** Identifies the stream shared by the browser's tabs. */
  name: string
  /** Says that something changed, but not what. */
  endpoint: Endpoint
  token: string
  client: QueryClient
}

/** Reloads everything the session has read on each change event of the stream. @returns unsubscribe */
export function followPrivateNews({ name, endpoint, token, client }: PrivateNews): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined
  const reload = () => {
    gathering = undefined
    void client.invalidateQueries({ queryKey: [audienceOf(endpoint)] })
  }
  const unfollow = followSharedFeed({
    name,
    listen: (tell, signal) => listen(endpoint, token, () => tell('changed'), signal),
    tell: () => {
      gathering ??= setTimeout(reload, GATHER_MS)
    },
    anything: 'changed',
  })
  return () => {
    clearTimeout(gathering)
    unfollow()
  }
}

/** `EventSource` can't send a token, so read the stream manually. */
async function listen(endpoint: Endpoint, token: string, tell: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pauseMs = await readOnce(endpoint, token, tell, signal).catch(() => REOPEN_MS)
    await pause(pauseMs, signal)
  }
}

/** Reads the stream to its end. @returns the delay before reopening it */
async function readOnce(endpoint: Endpoint, token: string, tell: () => void, signal: AbortSignal): Promise<number> {
  const response = await fetch(urlOf(endpoint, {}), { headers: { authorization: `Bearer ${token}` }, signal })
  if (response.status === 401) endSession(token)
  if (!response.ok || !response.body)
    return Math.max(REFUSED_PAUSE_MS, Number(response.headers.get('retry-after')) * 1000 || 0)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return REOPEN_MS
    text += value
    const complete = text.lastIndexOf('\n\n') + 1
    if (text.slice(0, complete).includes('event: changed')) tell()
    text = text.slice(complete)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** While mounted, reloads everything the session has read on each change event. */
export function useNews(endpoint: Endpoint, { session }: { session: Session | null }) {
  const client = useQueryClient()
  const token = session?.token
  const userId = session?.user.id
  useEffect(() => {
    if (!token) return
    return followPrivateNews({ name: `arcadia-${endpoint.path}-${userId}`, endpoint, token, client })
  }, [client, endpoint, token, userId])
}
