import type { Session } from '@arcadia/contract/accounts'
import { useLocation, useNavigate } from 'react-router'
import type { DialogProps } from '../../dialogs.ts'
import { useSession } from '../../session/session.tsx'

/** Signs in, closes the dialog and continues where signing in was requested. */
export function useArrivalSignedIn({ goOnTo, onClose }: Pick<DialogProps<'sign-in'>, 'goOnTo' | 'onClose'>) {
  const { signIn } = useSession()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return (session: Session) => {
    signIn(session)
    onClose()
    // Replaces the dialog's own history entry.
    if (goOnTo && goOnTo !== pathname + search + hash) void navigate(goOnTo, { replace: true })
  }
}
