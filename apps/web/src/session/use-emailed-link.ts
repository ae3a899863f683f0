import { TripDate } from '@arcadia/contract/trip-date'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

export const LINK_INCOMPLETE = 'Part of this link is missing. Open it from the email again.'

/**
 * The hash data of the emailed link that opened this page. Removed from the address once read and kept in the history
 * entry, so that a reload doesn't need the email again.
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

/** Parses `#token=…&date=2027-05-20`; the date is optional. */
export function readLink(hash: string) {
  const parts = new URLSearchParams(hash.slice(1))
  const token = parts.get('token')
  return token ? { token, date: z.safeParse(TripDate, parts.get('date')).data } : null
}
