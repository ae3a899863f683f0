import { portal } from '@arcadia/contract/addresses'
import './bottom-bar.css'
import { LogOut, type LucideIcon, Menu, Moon, Sun, UserRound } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useOptimistic, useRef, useState } from 'react'
import { Link } from 'react-router'
import { WaitingCount } from '../features/dashboard/waiting-counts.tsx'
import { CloseButton } from '../ui/icon-button.tsx'
import { useBackCloses } from '../ui/use-back-closes.ts'
import type { AdminTab } from './tabs.ts'

/** The tabs that the bar links to directly. */
const AT_ONCE: readonly string[] = [portal.dashboard.tab, portal.bookings.tab, portal.inbox.tab]

interface BottomBarProps {
  /** The name of the open tab. */
  current: string
  tabs: readonly AdminTab[]
  waiting: Readonly<Record<string, number>>
  theme: 'light' | 'dark'
  toggleTheme: () => void
  onAccount: () => void
  onSignOut: () => void
}

/** The portal's navigation on a phone, in thumb's reach. Its sheet holds the tabs it doesn't show. */
export function BottomBar({ current, tabs, waiting, theme, toggleTheme, onAccount, onSignOut }: BottomBarProps) {
  const [isOpen, setOpen] = useState(false)
  // Highlights the pressed button before its tab renders.
  const [pressed, press] = useOptimistic(current)
  const isAtOnce = ({ at }: AdminTab) => AT_ONCE.includes(at.tab)
  const more = tabs.filter((tab) => !isAtOnce(tab))
  const lit = tabs.find(({ at }) => at.tab === pressed)?.isOfMessages ? portal.inbox.tab : pressed
  return (
    <>
      <nav className="bar dark" aria-label="Portal">
        {tabs.filter(isAtOnce).map(({ at, label, icon: Icon }) => (
          <Link
            key={at.tab}
            to={at.href()}
            aria-current={at.tab === pressed ? 'page' : at.tab === lit ? 'true' : undefined}
            onClick={() => startTransition(() => press(at.tab))}
          >
            <Icon className="icon" aria-hidden />
            {label}
            <WaitingCount count={waiting[at.tab]} />
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={more.some(({ at }) => at.tab === lit) ? 'true' : undefined}
          onClick={() => setOpen(true)}
        >
          <Menu className="icon" aria-hidden />
          More
          <WaitingCount count={more.reduce((sum, { at }) => sum + (waiting[at.tab] ?? 0), 0)} />
        </button>
      </nav>
      {isOpen && (
        <TabSheet tabs={more} {...{ current, waiting }} onClose={() => setOpen(false)}>
          <Row icon={theme === 'dark' ? Sun : Moon} onClick={toggleTheme}>
            {theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
          </Row>
          <Row icon={UserRound} onClick={onAccount}>
            Your account
          </Row>
          <Row icon={LogOut} onClick={onSignOut}>
            Sign Out
          </Row>
        </TabSheet>
      )}
    </>
  )
}

interface TabSheetProps {
  tabs: readonly AdminTab[]
  current: string
  waiting: Readonly<Record<string, number>>
  onClose: () => void
  /** What isn't a tab. */
  children: ReactNode
}

/**
 * A native dialog: it keeps the focus, closes on Escape and gives the focus back. Choosing anything in it closes it.
 */
function TabSheet({ tabs, current, waiting, onClose, children }: TabSheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  const close = () => ref.current?.close()
  useBackCloses(close)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only closes on a choice or a tap beside the sheet
    <dialog
      ref={ref}
      className="tab-sheet dark"
      aria-label="More"
      onClose={onClose}
      onClick={({ target }) =>
        (target === ref.current || (target instanceof Element && target.closest('a, button'))) && close()
      }
    >
      <div>
        <header>
          <h2 className="display h3">More</h2>
          <CloseButton />
        </header>
        <ul>
          {tabs.map(({ at, label, icon: Icon }) => (
            <li key={at.tab}>
              <Link to={at.href()} aria-current={at.tab === current ? 'page' : undefined}>
                <Icon className="icon" aria-hidden />
                {label}
                <WaitingCount count={waiting[at.tab]} />
              </Link>
            </li>
          ))}
        </ul>
        <ul>{children}</ul>
      </div>
    </dialog>
  )
}

function Row({ icon: Icon, onClick, children }: { icon: LucideIcon; onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" onClick={onClick}>
        <Icon className="icon" aria-hidden />
        {children}
      </button>
    </li>
  )
}
