import { getMe } from '@arcadia/contract/accounts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { customerSession, useSession } from '../../session/session.tsx'

/**
 * Asks, when what uses it appears, who the signed-in customer is now: the address may have been confirmed or the profile
 * changed in another browser. When there is no answer the stored one serves.
 */
export function useFreshUser() {
  const { user } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return
    const abort = new AbortController()
    call(getMe, {}, { signal: abort.signal })
      .then((fresh) => {
        if (!abort.signal.aborted) customerSession.changeUser(fresh)
      })
      .catch(() => {})
    return () => abort.abort()
  }, [userId])
}
