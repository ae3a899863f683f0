import './portal.css'
import { streamOfficeNews } from '@arcadia/contract/dashboard'
import { LogOut, Moon, Sun, UserRound } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyFeature } from '../lazy-feature.tsx'
import { useNews } from '../news/private-news.ts'
import { useAdminAuth } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Loading } from '../ui/spinner.tsx'
import { usePortalArrival } from './arrival.ts'
import { Rail } from './rail.tsx'
import { adminTabs } from './tabs.ts'
import { useMedia } from './use-media.ts'

interface PortalProps {
  theme: 'light' | 'dark'
  toggleTheme: () => void
  onSignOut: () => void
}

const AdminAccountDialog = lazyFeature(
  async () => (await import('../features/accounts/admin-account-dialog.tsx')).AdminAccountDialog,
)

/** Everything behind the login: the rail of tabs and the one that is open. */
export function Portal({ theme, toggleTheme, onSignOut }: PortalProps) {
  const navigate = useNavigate()
  useNews(streamOfficeNews, useAdminAuth())
  const [isAccountOpen, setAccountOpen] = useState(false)
  const wanted = usePortalArrival()
  const isRow = useMedia('(max-width: 1100px)')
  const { id, label, Panel } = adminTabs.find((tab) => tab.id === wanted) ?? adminTabs[0]
  return (
    <Tabs.Root
      className="shell"
      orientation={isRow ? 'horizontal' : 'vertical'}
      value={id}
      // The filters of the tab that is left stay behind with its address.
      onValueChange={(tab) => navigate({ search: `?tab=${tab}` })}
    >
      <title>{`${label} | Admin`}</title>
      <Rail current={id} isRow={isRow} />
      <main className="px-[clamp(1rem,2.4vw,2.25rem)] pt-6 pb-10">
        <header className="shell__h mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="display h3">{label}</h1>
          <div className="flex items-center gap-2">
            <IconButton
              icon={theme === 'dark' ? Sun : Moon}
              label={theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
              onClick={toggleTheme}
            />
            <IconButton icon={UserRound} label="Your account" onClick={() => setAccountOpen(true)} />
            <Button size="sm" icon={<LogOut aria-hidden />} onClick={onSignOut}>
              <span className="max-[480px]:sr-only">Sign Out</span>
            </Button>
          </div>
        </header>
        {isAccountOpen && (
          <Suspense>
            <AdminAccountDialog onClose={() => setAccountOpen(false)} onSignOut={onSignOut} />
          </Suspense>
        )}
        <Tabs.Content value={id}>
          <Suspense fallback={<Loading />}>
            <Panel />
          </Suspense>
        </Tabs.Content>
      </main>
    </Tabs.Root>
  )
}
