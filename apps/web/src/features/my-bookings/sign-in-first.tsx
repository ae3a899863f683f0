import { addresses } from '@arcadia/contract/addresses'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useDialogs } from '../../dialogs.ts'

/** Sends visitors to the landing page, asks them to sign in and says why, then continues to the address. */
export function SignInFirst({ message }: { message: string }) {
  const { openSignIn } = useDialogs()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    openSignIn({ message, goOnTo: pathname + search + hash })
  }, [openSignIn, message, pathname, search, hash])
  return <Navigate to={addresses.home.href()} replace />
}
