import { dashboardViews } from './dashboard-views.ts'
import { TabViews } from './tab-views.tsx'

/** The Dashboard tab: its views are addresses of their own, `?tab=dashboard&view=…`. */
export const DashboardTab = () => <TabViews tab="dashboard" label="Dashboard" views={dashboardViews} />
