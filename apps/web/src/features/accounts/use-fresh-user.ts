import { getMe } from '@arcadia/contract/accounts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { customerSession, useSession } from '../../session/session.tsx'

/**
 * Asks, when what uses it appears, who the signed-in customer is now: the address may have been confirmed or the profile
 * changed in another browser. When there is no answer the stored one serves.
 */
export function useFreshUser() {
  const { token } = useSession()
  useEffect(() => {
    if (!token) return
    const abort = new AbortController()
    call(getMe, {}, { token, signal: abort.signal })
      .then((user) => {
        if (!abort.signal.aborted) customerSession.signIn({ token, user })
      })
      .catch(() => {})
    return () => abort.abort()
  }, [token])
}
