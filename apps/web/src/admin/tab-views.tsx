import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { lazyFeature } from '../lazy-feature.tsx'
import type { PortalView } from '../screen.ts'
import { type For, useMay } from '../session/use-may.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { NoAccess } from './no-access.tsx'
import { portalScreens } from './portal-screens.ts'

/**
 * The features' views inside a tab, each with its own address. An unknown address shows the first; a single view needs
 * no list.
 */
export function tabViews(tab: string, label: string): ComponentType {
  const views = portalScreens
    .filter(({ at }) => at.tab === tab)
    .map(({ at, label, for: of = 'office', ...shown }) => {
      const Panel = 'Panel' in shown ? shown.Panel : lazyFeature(shown.load)
      return { at, label, for: of, Panel }
    })
  return () => <TabViews {...{ label, views }} />
}

interface TabViewsProps {
  label: string
  views: readonly { at: PortalView['at']; label: string; for: For; Panel: ComponentType }[]
}

function TabViews({ label, views: all }: TabViewsProps) {
  const [params] = useSearchParams()
  const may = useMay()
  const views = all.filter((view) => may(view.for))
  const nav = useRef<HTMLElement>(null)
  const isAsked = (view: (typeof all)[number]) => view.at.view === params.get('view')
  const { at, Panel } = views.find(isAsked) ?? views[0]!
  const closed = all.find((view) => isAsked(view) && !may(view.for))
  // On a phone the row is wider than the screen.
  useEffect(() => {
    if (at) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at])
  return (
    <>
      {views.length > 1 && (
        <nav
          ref={nav}
          className="views mb-5 flex gap-x-6 gap-y-1 overflow-x-auto border-line border-b"
          aria-label={`${label} views`}
        >
          {views.map((view) => (
            <Link
              key={view.label}
              to={view.at.href()}
              className="flex min-h-11 items-center border-transparent border-b-3 font-[560] text-ink-2 text-ui/[1.2] no-underline focus-visible:-outline-offset-3 aria-[current]:border-cta aria-[current]:font-[660] aria-[current]:text-ink"
              aria-current={view.at === at ? 'page' : undefined}
            >
              {view.label}
            </Link>
          ))}
        </nav>
      )}
      {closed && <NoAccess to={closed.label} />}
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <Panel />
      </Suspense>
    </>
  )
}
