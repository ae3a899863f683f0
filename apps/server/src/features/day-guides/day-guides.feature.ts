import { setDayGuide } from '@arcadia/contract/admin/day-guides'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createDayGuides } from './day-guides.service.ts'

export function dayGuidesFeature(deps: Parameters<typeof createDayGuides>[0]) {
  const dayGuides = createDayGuides(deps)
  return {
    name: 'day-guides',
    api: dayGuides,
    endpoints: [serve(setDayGuide, ({ user, params, body }) => dayGuides.set(user.id, params.date, body.guideId))],
  } satisfies Feature
}
