import type { Session } from '@arcadia/contract/accounts'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followPrivateNews } from './private-news.ts'

/** While it is used, all that the session has read is read anew whenever the stream says that some of it changed. */
export function useNews(endpoint: Endpoint, { session }: { session: Session | null }) {
  const client = useQueryClient()
  const token = session?.token
  const userId = session?.user.id
  useEffect(() => {
    if (!token) return
    return followPrivateNews({ name: `arcadia-${endpoint.path}-${userId}`, endpoint, token, client })
  }, [client, endpoint, token, userId])
}
