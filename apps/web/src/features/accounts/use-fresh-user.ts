import { getMe } from '@arcadia/contract/accounts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { adminSession, customerSession, useAdminAuth, useSession } from '../../session/session.tsx'
import '../../session/stored-users.ts'

/**
 * Refetches the signed-in user on mount: the address may have been confirmed or the profile changed in another browser.
 * Falls back to the stored user.
 */
export function useFreshUser(as?: 'admin') {
  const [customer, admin] = [useSession(), useAdminAuth()]
  const userId = (as === 'admin' ? admin : customer).user?.id
  useEffect(() => {
    if (userId === undefined) return
    const abort = new AbortController()
    call(getMe, {}, { as, signal: abort.signal })
      .then((fresh) => {
        if (!abort.signal.aborted) (as === 'admin' ? adminSession : customerSession).changeUser(fresh)
      })
      .catch(() => {})
    return () => abort.abort()
  }, [as, userId])
}
