import * as calls from '@arcadia/contract/admin/dashboard'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createCalendarFeeds } from './calendar-feed.service.ts'
import { findFeed } from './calendar-feed.store.ts'

export function calendarFeedFeature(deps: Parameters<typeof createCalendarFeeds>[0]) {
  const feeds = createCalendarFeeds(deps)
  return {
    name: 'calendar-feed',
    api: {},
    endpoints: [
      serve(calls.getCalendarFeed, async ({ user }) => ({
        feed: (await findFeed(deps.db, deps.clock.now(), user.id)) ?? null,
      })),
      serve(calls.renewCalendarFeed, ({ user }) => feeds.renew(user.id)),
      serve(calls.revokeCalendarFeed, ({ user }) => feeds.revoke(user.id)),
      serve(calls.readCalendarFeed, async ({ params, reply }) => {
        const calendar = await feeds.read(params.token)
        reply.header('cache-control', 'private, max-age=300')
        return calendar
      }),
    ],
  } satisfies Feature
}
