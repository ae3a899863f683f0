import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toast } from '../ui/toast.tsx'
import { readArrival } from './arrival.ts'

/** Tells what a redirect to the portal has to say, once, and clears it from the address; answers the tab it asks for. */
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
