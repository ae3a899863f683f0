import { addressOf } from '@arcadia/contract/addresses'
import { readCalendarFeed, type renewCalendarFeed } from '@arcadia/contract/admin/dashboard'
import type { Output } from '@arcadia/contract/endpoint'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { DAY_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken, newToken } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import { deleteFeed, findFeed, isFeedOpen, putFeed } from './calendar-feed.store.ts'
import { ownersCalendar, type Trip } from './owners-calendar.ts'

/** A season and the winter after it. */
const LIFETIME_MS = 400 * DAY_MS

export function createCalendarFeeds(
  deps: Pick<Base, 'db' | 'clock' | 'publicUrl'> & {
    bookings: { listSince(date: TripDate): Promise<Trip[]> }
    business: Pick<Businesses, 'get'>
  },
) {
  const { db, clock, publicUrl } = deps
  return {
    /** The URL is returned only here; we store its hash. */
    async renew(adminId: number): Promise<Output<typeof renewCalendarFeed>> {
      const token = newToken()
      const feed = await inTransaction(db, clock, async (tx, now) => {
        const before = await findFeed(tx, now, adminId)
        const after = { createdAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
        const { createdAt: created_at, expiresAt: expires_at } = after
        await putFeed(tx, { user_id: adminId, token_hash: hashToken(token), created_at, expires_at })
        const action = before ? 'calendar-feed.renewed' : 'calendar-feed.created'
        await recordChange(tx, adminId, action, adminId, before, after)
        return after
      })
      return { url: publicUrl + addressOf(readCalendarFeed, { params: { token } }), feed }
    },

    async revoke(adminId: number): Promise<void> {
      await inTransaction(db, clock, async (tx, now) => {
        const before = await findFeed(tx, now, adminId)
        if (!before) return
        await deleteFeed(tx, adminId)
        await recordChange(tx, adminId, 'calendar-feed.revoked', adminId, before, null)
      })
    },

    /** All bookings since January 1 as a calendar. @throws AppError `not-found` */
    async read(token: string): Promise<string> {
      const now = clock.now()
      if (!(await isFeedOpen(db, now, hashToken(token)))) throw new AppError('not-found')
      return ownersCalendar(await deps.bookings.listSince(`${venueDate(now).slice(0, 4)}-01-01`), {
        publicUrl,
        business: await deps.business.get(),
      })
    },
  }
}
