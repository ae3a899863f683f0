import * as calls from '@arcadia/contract/admin/dashboard'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createDashboard } from './dashboard.service.ts'
import { countForDashboard } from './dashboard.store.ts'
import { createDaySheets } from './day-sheet.service.ts'
import { digestEmails, sendDigest } from './digest.emails.ts'

export function dashboardFeature(
  deps: Parameters<typeof createDashboard>[0] &
    Parameters<typeof createDaySheets>[0] &
    Pick<Base, 'privateStream' | 'ownerEmail'>,
) {
  const dashboard = createDashboard(deps)
  const daySheets = createDaySheets(deps)
  return {
    name: 'dashboard',
    api: {},
    endpoints: [
      serve(calls.getDashboard, () => countForDashboard(deps.db)),
      serve(calls.getDashboardOverview, () => dashboard.overview()),
      serve(calls.getSeasonFill, () => dashboard.season()),
      serve(calls.streamOfficeNews, ({ user, reply }) => {
        deps.privateStream.serve(user, reply, 'office', () => true)
      }),
      serve(calls.getDaySheet, ({ user, params }) =>
        daySheets.read(params.date, { isGuide: user.position === 'GUIDE' }),
      ),
      serve(calls.getGuideCalendar, () => dashboard.guideCalendar()),
    ],
    emails: digestEmails(daySheets),
    sweeps: [{ name: "the owner's digest", everyMs: 30_000, run: () => sendDigest(deps) }],
  } satisfies Feature
}
