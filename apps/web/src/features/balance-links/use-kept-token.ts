import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of the link this page was opened with. It leaves the address bar once it is read, and stays with this entry
 * of the tab's history: a reload in the middle of paying does not need the email again.
 */
export function useKeptToken(): string | null {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(hash.slice(1)).get('token')
  useEffect(() => {
    if (inAddress) void navigate(pathname, { replace: true, state: { balanceToken: inAddress } })
  }, [inAddress, pathname, navigate])
  const kept: unknown = state?.balanceToken
  return inAddress || (typeof kept === 'string' ? kept : null)
}
