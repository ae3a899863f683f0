import { addresses } from '@arcadia/contract/addresses'
import { POSITIONS } from '@arcadia/contract/admin/people'
import { fullName } from '@arcadia/contract/full-name'
import { Tabs } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import emblem from '../assets/emblem.svg'
import { WaitingCount } from '../features/dashboard/waiting-counts.tsx'
import { useSiteData } from '../prerender/site-data.ts'
import { useAdminAuth } from '../session/session.tsx'
import type { AdminTab } from './tabs.ts'

interface RailProps {
  /** The name of the open tab. */
  current: string
  tabs: readonly AdminTab[]
  waiting: Readonly<Record<string, number>>
  /** On narrow screens: a row that scrolls. */
  isRow: boolean
}

export function Rail({ current, tabs, waiting, isRow }: RailProps) {
  const { user } = useAdminAuth()
  const { business } = useSiteData()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab or layout moves it out of view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current, isRow])
  return (
    <aside className="rail dark" aria-label="Portal">
      <Link reloadDocument to={addresses.home.href()} className="brand">
        <img src={emblem} alt="" width={36} height={36} />
        <span>
          {business.name} <small>Admin</small>
        </span>
      </Link>
      <Tabs.List ref={list} aria-label="Sections">
        {tabs.map(({ at, label, icon: Icon }) => (
          <Tabs.Trigger key={at.tab} value={at.tab}>
            <Icon className="icon" aria-hidden />
            {label}
            <WaitingCount count={waiting[at.tab]} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <p className="mt-auto border-line border-t p-3 wrap-anywhere text-small leading-[1.4] max-[1100px]:absolute max-[1100px]:[clip-path:inset(50%)]">
        <b className="text-cream">{(user && fullName(user)) || user?.username}</b>
        <br />
        {user?.position && POSITIONS[user.position].name}
      </p>
    </aside>
  )
}
