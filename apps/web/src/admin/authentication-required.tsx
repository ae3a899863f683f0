import { addresses } from '@arcadia/contract/addresses'
import { Link } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { DialogEnd } from '../ui/dialog.tsx'
import { PlatePage } from '../ui/plate-page.tsx'
import type { LoginState } from './login-state.ts'

/** @param props.from where to go on after logging in */
export function AuthenticationRequired({ from }: { from: string }) {
  return (
    <PlatePage title="Authentication Required">
      <DialogEnd
        way={
          <Link
            to={addresses.staffSignIn.href()}
            state={{ from } satisfies LoginState}
            className={buttonClass({ variant: 'cta' })}
          >
            Sign In
          </Link>
        }
      >
        <p className="muted">Sign in to run your trips.</p>
        <Link reloadDocument to={addresses.home.href()} className="link -my-2 min-h-11 justify-self-start text-ui">
          Back to the website
        </Link>
      </DialogEnd>
    </PlatePage>
  )
}
