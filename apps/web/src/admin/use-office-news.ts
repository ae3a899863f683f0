import { streamOfficeNews } from '@arcadia/contract/dashboard'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followPrivateNews } from '../news/private-news.ts'
import { useAdminAuth } from '../session/session.tsx'

/** While the portal is open, whatever customers or other admins change is read anew. */
export function useOfficeNews() {
  const { user, token } = useAdminAuth()
  const client = useQueryClient()
  const adminId = user?.id
  useEffect(() => {
    if (!token || adminId === undefined) return
    return followPrivateNews({ name: `arcadia-office-${adminId}`, endpoint: streamOfficeNews, token, client })
  }, [client, token, adminId])
}
