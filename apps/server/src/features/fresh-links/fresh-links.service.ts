import type { Input } from '@arcadia/contract/endpoint'
import type { sendFreshLink } from '@arcadia/contract/fresh-links'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { limitFor } from '../../http/limits.rules.ts'
import { findLinkById } from '../../http/links.ts'
import { enqueueMail, type MailContent } from '../../mail/outbox.ts'

const requestsFrom = limitFor('fresh-link', 20, HOUR_MS)
const mailsTo = limitFor('fresh-link-mail', 3, HOUR_MS)

type Asked = Input<typeof sendFreshLink>['body']

type Found = { to: string; mail: MailContent } | undefined

/**
 * Mail filters cut emailed addresses at `#`. What is left has the link's public id, and whoever opens it gets a fresh link at
 * the address the first one went to (docs/rules.md §7.10).
 */
export function createFreshLinks(
  deps: Pick<Base, 'db' | 'clock' | 'limits' | 'addressLimits'> & {
    trips: { findLinked(id: string): Promise<Found> }
    reviews: { findAsked(id: string): Promise<Found> }
    gifts: { findSent(id: string): Promise<Found> }
  },
) {
  const { db, clock, limits, addressLimits, trips, reviews, gifts } = deps

  async function find({ link: id, page }: Asked): Promise<Found> {
    const review = page === 'review' ? await reviews.findAsked(id) : undefined
    const found = review ?? (await trips.findLinked(id)) ?? (await gifts.findSent(id))
    if (found) return found
    const link = await findLinkById(db, id)
    const mail = link && mailLike(link, clock.now())
    return link?.email && mail ? { to: link.email, mail } : undefined
  }

  return {
    /** Silent about limits and unknown ids. The email's renderer decides whether there still is something to send. */
    async send(asked: Asked, network: string): Promise<void> {
      if (!(await addressLimits.take(requestsFrom(network)))) return
      const found = await find(asked)
      if (!found || !(await limits.take(mailsTo(found.to.toLowerCase())))) return
      await inTransaction(db, clock, (tx, now) => enqueueMail(tx, now, { ...found.mail, to: found.to }))
    },
  }
}

/** The email that has a link like this one. */
function mailLike(link: Row<'links'>, now: Date): MailContent | undefined {
  const { purpose, user_id, booking_id, voucher_id, used_at, expires_at, selected_date, trip_id } = link
  if (booking_id) return { kind: 'pay-link', params: { bookingId: booking_id } }
  if (voucher_id) return { kind: 'gift-voucher-bought', params: { voucherId: voucher_id } }
  const userId = user_id!
  switch (purpose) {
    case 'CONFIRM_EMAIL':
      return { kind: 'confirm-email', params: { userId } }
    case 'RESET_PASSWORD':
      return { kind: 'reset-password', params: { userId } }
    case 'SIGN_IN':
      return { kind: 'sign-in-link', params: { userId, selectedDate: selected_date, tripId: trip_id } }
    case 'INVITATION':
      // A withdrawn or replaced invitation stays so.
      return used_at === null && expires_at! > now ? { kind: 'invitation', params: { userId } } : undefined
    default:
      return undefined
  }
}
