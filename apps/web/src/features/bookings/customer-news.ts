import { streamMyNews } from '@arcadia/contract/bookings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { urlOf } from '../../api.ts'
import { endSession, useSession } from '../../session.tsx'
import { followSharedFeed } from '../../shared-feed.ts'

const REOPEN_MS = 3000

/** While it is shown, whatever changes of the customer's own things is read anew: by the owner's hand, too. */
export function useCustomerNews() {
  const { user, token } = useSession()
  const client = useQueryClient()
  const userId = user?.id
  useEffect(() => {
    if (!token || userId === undefined) return
    return followSharedFeed({
      name: `arcadia-customer-${userId}`,
      listen: (tell, signal) => listen(token, () => tell('changed'), signal),
      tell: () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(token) }),
      anything: 'changed',
    })
  }, [client, token, userId])
}

/** `EventSource` sends no token, so the stream is read by hand. */
async function listen(token: string, tell: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await readOnce(token, tell, signal).catch(() => {})
    await pause(signal)
  }
}

async function readOnce(token: string, tell: () => void, signal: AbortSignal): Promise<void> {
  const response = await fetch(urlOf(streamMyNews, {}), { headers: { authorization: `Bearer ${token}` }, signal })
  if (response.status === 401) endSession(token)
  if (!response.ok || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const complete = text.lastIndexOf('\n\n') + 1
    if (text.slice(0, complete).includes('event: changed')) tell()
    text = text.slice(complete)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REOPEN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
