import { TripDate } from '@arcadia/contract/trip-date'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

export const LINK_INCOMPLETE = 'Part of this link is missing. Open it from the email again.'

/**
 * What the emailed link has behind its `#` that this page was opened with. It leaves the address bar once it is read, and
 * stays with this entry of the tab's history: a reload in the middle does not need the email again.
 */
export function useEmailedLink(): { token: string; date: TripDate | undefined } | null {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isInAddress = readLink(hash) !== null
  useEffect(() => {
    if (isInAddress) void navigate({ pathname, search }, { replace: true, state: { link: hash } })
  }, [isInAddress, pathname, search, hash, navigate])
  const kept: unknown = state?.link
  return readLink(hash) ?? (typeof kept === 'string' ? readLink(kept) : null)
}

/** Of `#token=…&date=2027-05-20`, where the date is left out unless one was chosen. */
export function readLink(hash: string) {
  const parts = new URLSearchParams(hash.slice(1))
  const token = parts.get('token')
  return token ? { token, date: z.safeParse(TripDate, parts.get('date')).data } : null
}
