import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tokenOfHash } from './accounts.rules.ts'

/**
 * The token of the emailed link this page was opened with. It leaves the address bar, and the history, once it is read.
 */
export function useLinkToken(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const inAddress = tokenOfHash(hash)
  const [token, setToken] = useState(inAddress)
  // Another link may be opened in the same tab.
  if (inAddress && inAddress !== token) setToken(inAddress)
  useEffect(() => {
    if (inAddress) navigate({ pathname, search }, { replace: true })
  }, [inAddress, pathname, search, navigate])
  return token
}
