import { TripDate } from '@arcadia/contract/trip-date'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { tokenOfHash } from './accounts.rules.ts'

/** The token of the emailed link this page was opened with. */
export const useLinkToken = () => useLink()?.token ?? null

/**
 * What the emailed link has behind its `#` that this page was opened with. It leaves the address bar, and the history, once it
 * is read.
 */
export function useLink(): { token: string; date: TripDate | undefined } | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const inAddress = tokenOfHash(hash)
  const [link, setLink] = useState(() => readLink(hash))
  // Another link may be opened in the same tab.
  if (inAddress && inAddress !== link?.token) setLink(readLink(hash))
  useEffect(() => {
    if (inAddress) navigate({ pathname, search }, { replace: true })
  }, [inAddress, pathname, search, navigate])
  return link
}

function readLink(hash: string) {
  const token = tokenOfHash(hash)
  const date = new URLSearchParams(hash.slice(1)).get('date')
  return token ? { token, date: z.safeParse(TripDate, date).data } : null
}
