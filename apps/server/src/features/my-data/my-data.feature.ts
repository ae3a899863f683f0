import { downloadMyData } from '@arcadia/contract/my-data'
import type { Clock } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { OwnAccounts } from '../accounts/own-account.service.ts'
import type { BookingQueries } from '../booking-queries/booking-queries.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { GiftVouchers } from '../gift-vouchers/gift-vouchers.service.ts'
import type { GuestNotesOf } from '../guest-notes/guest-notes.service.ts'
import type { Messages } from '../messages/messages.service.ts'
import type { Reviews } from '../reviews/reviews.service.ts'
import type { Waitlist } from '../waitlist/waitlist.service.ts'
import type { Waivers } from '../waivers/waivers.service.ts'

export function myDataFeature(deps: {
  clock: Clock
  accounts: Pick<OwnAccounts, 'getMe'>
  bookings: Pick<Bookings, 'listOf'>
  bookingQueries: Pick<BookingQueries, 'listOf'>
  messages: Pick<Messages, 'listOf'>
  reviews: Pick<Reviews, 'listOf'>
  waitlist: Pick<Waitlist, 'listOf'>
  giftVouchers: Pick<GiftVouchers, 'listOf'>
  guestNotes: Pick<GuestNotesOf, 'listOf'>
  waivers: Pick<Waivers, 'listOf'>
}) {
  return {
    name: 'my-data',
    api: {},
    endpoints: [
      serve(downloadMyData, async ({ user, reply }) => {
        reply.header('content-disposition', 'attachment; filename="my-data.json"')
        return {
          exportedAt: deps.clock.now(),
          account: await deps.accounts.getMe(user),
          bookings: await deps.bookings.listOf(user.id),
          questions: await deps.bookingQueries.listOf(user.id),
          messages: await deps.messages.listOf(user.id),
          reviews: await deps.reviews.listOf(user.id),
          waitlist: await deps.waitlist.listOf(user.id),
          giftVouchers: await deps.giftVouchers.listOf(user.id),
          guestNotes: await deps.guestNotes.listOf(user.id),
          waivers: await deps.waivers.listOf(user.id),
        }
      }),
    ],
  } satisfies Feature
}
