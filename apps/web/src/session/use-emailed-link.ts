import type { addresses } from '@arcadia/contract/addresses'
import { useEffect } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router'
import { ApiError } from '../api/call.ts'

export const LINK_INCOMPLETE = 'Your email app cut off part of this link.'

/** Whether a call was refused because its link was used, has expired or never was one. */
export const isLinkInvalid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'link-invalid'

type LinkPage = Pick<typeof addresses.payBalance, 'path'>

/**
 * The public id and the token of the emailed link that opened this page, as far as a mail filter left them. The token is
 * removed from the address once read and kept in the history entry, so that a reload doesn't need the email again.
 */
export function useEmailedLink(page: LinkPage): {
  id: string | undefined
  token: string | undefined
  /** The booking that the link leads back to, if one stands behind its token. */
  bookingId: number | undefined
  /** The page that it was opened on. */
  backTo: string | undefined
} {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const id = useLinkId(page)
  const token = readToken(hash)
  const bookingId = Number(/^#[\w-]+\.(\d{1,9})/.exec(hash)?.[1]) || undefined
  const backTo = typeof state?.backTo === 'string' ? state.backTo : undefined
  useEffect(() => {
    if (token) void navigate({ pathname, search }, { replace: true, state: { token, bookingId, backTo } })
  }, [token, bookingId, backTo, pathname, search, navigate])
  const kept: unknown = state?.token
  return {
    id,
    token: token ?? (typeof kept === 'string' ? kept : undefined),
    bookingId: bookingId ?? (typeof state?.bookingId === 'number' ? state.bookingId : undefined),
    backTo,
  }
}

export const useLinkId = ({ path }: LinkPage) => useMatch(path)?.params.link

/** The token in `#…`; `#token=…` in older emails, and a filter may add its own parameters behind it. */
export function readToken(hash: string): string | undefined {
  return /^[\w-]+/.exec(hash.slice(1).replace(/^token(=|%3D)/i, ''))?.[0]
}
