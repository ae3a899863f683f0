import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useDialogs } from '../../dialogs.ts'
import { MOVE_LINK } from '../day-moves/move-link.ts'
import { OFFER_LINK } from '../waitlist/offer-link.ts'

const REASONS = [
  { link: OFFER_LINK, message: "Sign in to see the spots we're holding for you." },
  { link: MOVE_LINK, message: 'Sign in to choose another date or a refund.' },
]

/** Sends a visitor to the landing page, says there what to sign in for, and from there on to what the address names. */
export function SignInFirst() {
  const { openSignIn } = useDialogs()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const { message } = REASONS.find(({ link }) => link.test(hash)) ?? { message: 'Sign in to see your booking' }
    openSignIn({ message, goOnTo: pathname + search + hash })
  }, [openSignIn, pathname, search, hash])
  return <Navigate to="/" replace />
}
