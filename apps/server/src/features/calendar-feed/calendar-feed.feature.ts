import {
  getCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@arcadia/contract/admin/dashboard'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createCalendarFeeds } from './calendar-feed.service.ts'

export function calendarFeedFeature(deps: Parameters<typeof createCalendarFeeds>[0]) {
  const feeds = createCalendarFeeds(deps)
  return {
    name: 'calendar-feed',
    api: {},
    endpoints: [
      serve(getCalendarFeed, ({ user }) => feeds.get(user.id)),
      serve(renewCalendarFeed, ({ user }) => feeds.renew(user.id)),
      serve(revokeCalendarFeed, async ({ user }) => void (await feeds.revoke(user.id))),
      serve(readCalendarFeed, async ({ params, reply }) => {
        const calendar = await feeds.read(params.token)
        reply.header('cache-control', 'private, max-age=300')
        return calendar
      }),
    ],
  } satisfies Feature
}
