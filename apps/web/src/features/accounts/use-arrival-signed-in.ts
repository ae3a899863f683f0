import type { Session } from '@arcadia/contract/accounts'
import { useLocation, useNavigate } from 'react-router'
import type { DialogProps } from '../../dialogs.ts'
import { useSession } from '../../session/session.tsx'

/** Signs in, closes the dialog and goes on to where signing in was asked for. */
export function useArrivalSignedIn({ goOnTo, onClose }: Pick<DialogProps<'sign-in'>, 'goOnTo' | 'onClose'>) {
  const { signIn } = useSession()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return (session: Session) => {
    signIn(session)
    onClose()
    // In the place of the history entry that the dialog has for itself.
    if (goOnTo && goOnTo !== pathname + search + hash) void navigate(goOnTo, { replace: true })
  }
}
