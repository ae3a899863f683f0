import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lazyFeature } from '../lazy-feature.tsx'
import type { PortalView } from '../screen.ts'
import { type For, useMay } from '../session/use-may.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ViewRow } from '../ui/view-row.tsx'
import { NoAccess } from './no-access.tsx'
import { portalScreens } from './portal-screens.ts'

/**
 * The features' views inside a tab, each with its own address. An unknown address shows the first; a single view needs
 * no list, and without a label there is none.
 */
export function tabViews(tab: string, label?: string): ComponentType {
  const views = portalScreens
    .filter(({ at }) => at.tab === tab)
    .map(({ at, label, for: of = 'office', ...shown }) => {
      const Panel = 'Panel' in shown ? shown.Panel : lazyFeature(shown.load)
      return { at, label, for: of, Panel }
    })
  return () => <TabViews {...{ label, views }} />
}

interface TabViewsProps {
  label: string | undefined
  views: readonly { at: PortalView['at']; label: string; for: For; Panel: ComponentType }[]
}

function TabViews({ label, views: all }: TabViewsProps) {
  const [params] = useSearchParams()
  const may = useMay()
  const views = all.filter((view) => may(view.for))
  const isAsked = (view: (typeof all)[number]) => view.at.view === params.get('view')
  const { at, Panel } = views.find(isAsked) ?? views[0]!
  const closed = all.find((view) => isAsked(view) && !may(view.for))
  return (
    <>
      {label && views.length > 1 && (
        <ViewRow
          label={`${label} views`}
          views={views.map((view) => ({ to: view.at.href(), label: view.label, isCurrent: view.at === at }))}
        />
      )}
      {closed && <NoAccess to={closed.label} />}
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <Panel />
      </Suspense>
    </>
  )
}
