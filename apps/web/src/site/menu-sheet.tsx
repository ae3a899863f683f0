import { addresses } from '@arcadia/contract/addresses'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useDialogs } from '../dialogs.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { CloseButton } from '../ui/icon-button.tsx'
import { Brand } from './brand.tsx'
import { PAGE_LINKS } from './page-links.ts'
import './menu-sheet.css'

const SECTIONS = [
  { id: 'about', name: 'About' },
  { id: 'pricing', name: 'Pricing' },
  { id: 'season', name: 'Calendar' },
  { id: 'faq', name: 'FAQ' },
]

/**
 * The header's actions on a phone, with links to the page's sections. A native dialog: it keeps the focus, closes on
 * Escape and gives the focus back without the code of `ui/dialog`, which the header must not wait for.
 */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  const { user, signOut } = useSession()
  const { openAccount, openBooking, openEnquiry, openSignIn, openSignUp } = useDialogs()
  const close = () => ref.current?.close()
  const closeAnd = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <dialog ref={ref} className="sheet dark" aria-label="Menu" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only notices when a link inside is followed */}
      <div
        className="sheet__h"
        onClick={(event) => event.target instanceof Element && event.target.closest('a') && close()}
      >
        <Brand />
        <CloseButton label="Close menu" onClick={close} />
      </div>
      <ul>
        <Row onClick={closeAnd(openEnquiry)}>Enquire</Row>
        {user ? (
          <>
            <Row label="Account" onClick={closeAnd(openAccount)}>
              {user.firstName || user.username}
              <span className="muted small">Your account</span>
            </Row>
            <li>
              <Link to={addresses.bookings.href()} onClick={close}>
                Manage Bookings
              </Link>
            </li>
            <Row onClick={closeAnd(signOut)}>Sign Out</Row>
          </>
        ) : (
          <>
            <Row onClick={closeAnd(() => openSignIn())}>Sign In</Row>
            <Row onClick={closeAnd(() => openSignUp())}>Sign Up</Row>
          </>
        )}
      </ul>
      <ul className="sheet__sections">
        {SECTIONS.map(({ id, name }) => (
          <li key={id}>
            <a href={`${addresses.home.href()}#${id}`} onClick={close}>
              {name}
            </a>
          </li>
        ))}
        {PAGE_LINKS.map(({ path, link }) => (
          <li key={path}>
            <Link to={path} onClick={close}>
              {link}
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="cta" size="lg" onClick={closeAnd(() => openBooking())}>
        Reserve
      </Button>
    </dialog>
  )
}

interface RowProps {
  /** Its name for analytics, where its text is personal. */
  label?: string
  onClick: () => void
  children: ReactNode
}

function Row({ label, onClick, children }: RowProps) {
  return (
    <li>
      <button type="button" data-label={label} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}
