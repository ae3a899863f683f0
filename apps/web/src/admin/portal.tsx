import './portal.css'
import './large-letters.css'
import { streamOfficeNews } from '@arcadia/contract/admin/dashboard'
import { LogOut, Moon, Sun, UserRound } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useFreshUser } from '../features/accounts/use-fresh-user.ts'
import { AlarmBar } from '../features/alarms/alarm-bar.tsx'
import { forgetChanges, listChanges } from '../features/check-ins/waiting-changes.ts'
import { WaitingChangesNotice } from '../features/check-ins/waiting-changes-notice.tsx'
import { AsOf, useOverview, useWaitingCounts } from '../features/dashboard/waiting-counts.tsx'
import { deviceState } from '../features/push-notices/this-device.ts'
import { lazyFeature } from '../lazy-feature.tsx'
import { useNews } from '../news/private-news.ts'
import { useAdminAuth } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Loading } from '../ui/spinner.tsx'
import { dropToasts } from '../ui/toast.tsx'
import { useMedia } from '../ui/use-media.ts'
import { usePortalArrival } from './arrival.ts'
import { AskAgain } from './ask-again.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { MessageViews } from './message-views.tsx'
import { NoAccess } from './no-access.tsx'
import { Rail } from './rail.tsx'
import { adminTabs, useTabs } from './tabs.ts'

interface PortalProps {
  theme: 'light' | 'dark'
  toggleTheme: () => void
  onSignOut: () => void
}

const AdminAccountDialog = lazyFeature(
  async () => (await import('../features/accounts/admin-account-dialog.tsx')).AdminAccountDialog,
  'over-page',
)

const SignOutDialog = lazyFeature(
  async () => (await import('../features/check-ins/sign-out-dialog.tsx')).SignOutDialog,
  'over-page',
)

/** Without a tab list, the open view isn't a tab panel. */
const NO_TAB_PANEL = { role: undefined, 'aria-labelledby': undefined, tabIndex: undefined }

/** Everything behind the login: the rail of tabs (the bar on a phone) and the open tab. */
export function Portal({ theme, toggleTheme, onSignOut }: PortalProps) {
  const navigate = useNavigate()
  useNews(streamOfficeNews, useAdminAuth())
  useFreshUser('admin')
  const [isAccountOpen, setAccountOpen] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const wanted = usePortalArrival()
  const waiting = useWaitingCounts()
  // Starts the worker and, where notifications are on, registers the device with the server again.
  useEffect(() => void deviceState().catch(() => {}), [])
  const isRow = useMedia('(max-width: 1100px)')
  const isPhone = useMedia('(max-width: 700px)')
  function leave() {
    forgetChanges()
    onSignOut()
  }
  const askToLeave = () => (listChanges().length > 0 ? setLeaving(true) : leave())
  const tabs = useTabs()
  // An address the person may not use leads to their first tab.
  const tabOf = (name: string | undefined) => tabs.find(({ at }) => at.tab === name) ?? tabs[0]
  const { at, label, isOfMessages, Panel } = tabOf(wanted)
  const closed = adminTabs.find((tab) => tab.at.tab === wanted && !tabs.includes(tab))
  const view = useSearchParams()[0].get('view')
  const page = `${at.tab} ${view}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said belongs to the page it was said on
  useEffect(() => dropToasts, [page])
  return (
    <Tabs.Root
      className="shell"
      orientation={isRow ? 'horizontal' : 'vertical'}
      value={at.tab}
      // Leaving a tab drops its filters along with its address.
      onValueChange={(tab) => navigate(tabOf(tab).at.href())}
    >
      <title>{`${label} | Admin`}</title>
      {!isPhone && <Rail current={at.tab} {...{ tabs, waiting, isRow }} />}
      <main className="px-[clamp(min(1rem,5vw),2.4vw,2.25rem)] pt-6 pb-[calc(2.5rem+var(--bar-height,0rem))]">
        <AlarmBar />
        <header className="shell__h mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="display h3">{label}</h1>
          <AsOf query={useOverview()} />
          {!isPhone && (
            <div className="flex items-center gap-2">
              <IconButton
                icon={theme === 'dark' ? Sun : Moon}
                label={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
                onClick={toggleTheme}
              />
              <IconButton icon={UserRound} label="Your account" onClick={() => setAccountOpen(true)} />
              <Button size="sm" icon={<LogOut aria-hidden />} onClick={askToLeave}>
                Sign Out
              </Button>
            </div>
          )}
        </header>
        <Suspense>
          {isAccountOpen && <AdminAccountDialog onClose={() => setAccountOpen(false)} onSignOut={leave} />}
          {isLeaving && <SignOutDialog onSignOut={leave} onClose={() => setLeaving(false)} />}
        </Suspense>
        <AskAgain />
        <WaitingChangesNotice />
        {closed && <NoAccess to={closed.label} />}
        <Tabs.Content className="@container" value={at.tab} {...(isPhone && NO_TAB_PANEL)}>
          {isOfMessages && <MessageViews tab={at.tab} />}
          <Suspense fallback={<Loading />}>
            <Panel />
          </Suspense>
        </Tabs.Content>
      </main>
      {isPhone && (
        <BottomBar
          current={at.tab}
          {...{ tabs, waiting, theme, toggleTheme }}
          onSignOut={askToLeave}
          onAccount={() => setAccountOpen(true)}
        />
      )}
    </Tabs.Root>
  )
}
