import { streamMyNews } from '@arcadia/contract/bookings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followPrivateNews } from '../../news/private-news.ts'
import { useSession } from '../../session/session.tsx'

/** While it is shown, whatever changes of the customer's own things is read anew: by the owner's hand, too. */
export function useCustomerNews() {
  const { user, token } = useSession()
  const client = useQueryClient()
  const userId = user?.id
  useEffect(() => {
    if (!token || userId === undefined) return
    return followPrivateNews({ name: `arcadia-customer-${userId}`, endpoint: streamMyNews, token, client })
  }, [client, token, userId])
}
