import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CONNECTED } from '../features/merchant/connection-attempt.ts'
import { toast } from '../ui/toast.tsx'

interface Arrival {
  /** The requested tab. */
  tab: string | undefined
  /** A success message to show. */
  message: string | undefined
  /** The address without its one-time parts, if it had any. */
  settledSearch: string | undefined
}

/**
 * Reads what an address of the portal asks for. A redirect may name the tab in its state (moved into the address) and a
 * success message in `success=true&message=` (removed from it).
 */
export function readArrival(search: string, state: unknown): Arrival {
  const params = new URLSearchParams(search)
  const message = params.get('success') === 'true' ? params.get('message') : null
  const stateTab = typeof state === 'object' && state && 'tab' in state && typeof state.tab === 'string' && state.tab
  const isSettled = !stateTab && !params.has('success') && !params.has('message')

  params.delete('success')
  params.delete('message')
  if (stateTab) params.set('tab', stateTab)
  return {
    tab: params.get('tab') ?? undefined,
    // Anyone can write a link to the portal, and other words would be shown as ours.
    message: message === CONNECTED ? message : undefined,
    settledSearch: isSettled ? undefined : `?${params}`,
  }
}

/** Shows a redirect's message once, clears it from the address, and returns the tab it asks for. */
export function usePortalArrival(): string | undefined {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { tab, message, settledSearch } = readArrival(search, state)
  const settledKey = useRef<string>(undefined)
  useEffect(() => {
    if (settledSearch === undefined || settledKey.current === key) return
    settledKey.current = key
    if (message) toast(message)
    navigate({ pathname, search: settledSearch }, { replace: true })
  }, [key, pathname, message, settledSearch, navigate])
  return tab
}
