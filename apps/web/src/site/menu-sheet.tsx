import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { useDialogs } from '../dialogs.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Brand } from './brand.tsx'

/**
 * The header's actions on a phone. A native dialog: it keeps the focus, closes on Escape and gives the focus back
 * without the code that `ui/dialog` brings, which the header must not wait for.
 */
export function MenuSheet({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { user, signOut } = useSession()
  const { openAccount, openBooking, openEnquiry, openSignIn, openSignUp } = useDialogs()
  const close = () => ref.current?.close()
  const closeAnd = (act: () => void) => () => {
    close()
    act()
  }
  const rows: [label: string, act: () => void][] = user
    ? [
        ['Enquire', openEnquiry],
        [user.firstName || user.username, openAccount],
        ['Sign Out', signOut],
      ]
    : [
        ['Enquire', openEnquiry],
        ['Sign In', () => openSignIn()],
        ['Sign Up', openSignUp],
      ]
  return (
    <dialog ref={ref} className="sheet dark" aria-label="Menu">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only notices that a link inside was followed */}
      <div
        className="sheet__h"
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && close()}
      >
        <Brand />
        <IconButton icon={X} label="Close menu" onClick={close} />
      </div>
      <ul>
        {rows.map(([label, act]) => (
          <li key={label}>
            <button type="button" onClick={closeAnd(act)}>
              {label}
            </button>
          </li>
        ))}
        {user && (
          <li>
            <Link to="/bookings" onClick={close}>
              Manage Bookings
            </Link>
          </li>
        )}
      </ul>
      <Button variant="cta" size="lg" onClick={closeAnd(() => openBooking())}>
        Reserve
      </Button>
    </dialog>
  )
}
