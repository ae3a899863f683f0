import {
  getCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@arcadia/contract/calendar-feed'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { CalendarFeeds } from './calendar-feed.service.ts'

export function calendarFeedRoutes(bind: Bind, feeds: CalendarFeeds): void {
  bind(getCalendarFeed, ({ user }) => feeds.get(user.id))
  bind(renewCalendarFeed, ({ user }) => feeds.renew(user.id))
  bind(revokeCalendarFeed, async ({ user }) => void (await feeds.revoke(user.id)))
  bind(readCalendarFeed, async ({ params, reply }) => {
    const calendar = await feeds.read(params.token)
    reply.header('cache-control', 'private, max-age=300')
    return calendar
  })
}
