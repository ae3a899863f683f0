import { addresses } from '@arcadia/contract/addresses'
import { Menu } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useDialogs } from '../dialogs.ts'
import { lazyComponent } from '../lazy-feature.tsx'
import { useSession } from '../session/session.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Brand } from './brand.tsx'
import { isHeaderClear, useHeaderPosition } from './header-visibility.ts'

// Not part of the first paint, but loaded before anyone can tap.
const MenuSheet = lazyComponent(async () => (await import('./menu-sheet.tsx')).MenuSheet, 'over-page')

export function Header() {
  const { pathname } = useLocation()
  const { scrollY, isHidden } = useHeaderPosition()
  const { openBooking, openEnquiry } = useDialogs()
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => {
    // A failed preload shows its error on open.
    MenuSheet.preload().catch(() => {})
  }, [])
  return (
    <header
      className={classNames('hdr dark', isHeaderClear(pathname, scrollY) && 'hdr--clear', isHidden && 'hdr--hidden')}
    >
      <div className="wrap">
        <Brand />
        <nav aria-label="Main">
          {/* On phones these don't fit beside the name; the menu has them. */}
          <a className="btn btn--text btn--sm hdr__go" href={addresses.pricing.href()}>
            Pricing
          </a>
          <a className="btn btn--text btn--sm hdr__go" href={addresses.season.href()}>
            Calendar
          </a>
          <Button variant="text" size="sm" onClick={openEnquiry}>
            Enquire
          </Button>
          <AccountActions />
          <Button variant="cta" size="sm" className="keep" onClick={() => openBooking()}>
            Reserve
          </Button>
          <IconButton
            icon={Menu}
            label="Open menu"
            className="burger keep"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          />
        </nav>
      </div>
      {isMenuOpen && (
        <Suspense>
          <MenuSheet onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function AccountActions() {
  const { user, signOut } = useSession()
  const { openAccount, openSignIn, openSignUp } = useDialogs()
  if (!user) {
    return (
      <>
        <Button variant="text" size="sm" onClick={() => openSignIn()}>
          Sign In
        </Button>
        <Button variant="text" size="sm" onClick={() => openSignUp()}>
          Sign Up
        </Button>
      </>
    )
  }
  return (
    <>
      <Button variant="text" size="sm" aria-haspopup="dialog" data-label="Account" onClick={openAccount}>
        <span className="max-w-40 truncate py-1">{user.firstName || user.username}</span>
      </Button>
      <LinkButton to={addresses.bookings.href()} variant="text" size="sm">
        Manage Bookings
      </LinkButton>
      <Button variant="text" size="sm" onClick={signOut}>
        Sign Out
      </Button>
    </>
  )
}
