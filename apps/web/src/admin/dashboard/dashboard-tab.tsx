import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dashboardViews } from './dashboard-views.ts'
import './dashboard.css'

/** The Dashboard tab: its views are addresses of their own, `?tab=dashboard&view=…`. */
export function DashboardTab() {
  const [params] = useSearchParams()
  const { id, Panel } = dashboardViews.find((view) => view.id === params.get('view')) ?? dashboardViews[0]
  return (
    <>
      {dashboardViews.length > 1 && (
        <nav className="views" aria-label="Dashboard views">
          {dashboardViews.map((view) => (
            <Link
              key={view.id}
              to={{ search: `?tab=dashboard&view=${view.id}` }}
              aria-current={view.id === id ? 'page' : undefined}
            >
              {view.label}
            </Link>
          ))}
        </nav>
      )}
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <Panel />
      </Suspense>
    </>
  )
}
