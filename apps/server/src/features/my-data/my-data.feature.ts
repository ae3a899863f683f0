import type { Output } from '@arcadia/contract/endpoint'
import { downloadMyData } from '@arcadia/contract/my-data'
import type { Clock } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { SignedIn } from '../../http/sessions.ts'

type MyData = Output<typeof downloadMyData>
/** What a feature keeps of a customer. */
interface Keeps<Part extends keyof MyData> {
  listOf(userId: number): Promise<MyData[Part]>
}

export function myDataFeature(deps: {
  clock: Clock
  accounts: { getMe(user: SignedIn): Promise<MyData['account']> }
  bookings: Keeps<'bookings'>
  bookingQueries: Keeps<'questions'>
  messages: Keeps<'messages'>
  reviews: Keeps<'reviews'>
  waitlist: Keeps<'waitlist'>
  unsubscriptions: Keeps<'unsubscribedFrom'>
  giftVouchers: Keeps<'giftVouchers'>
  guestNotes: Keeps<'guestNotes'>
  waivers: Keeps<'waivers'>
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
          unsubscribedFrom: await deps.unsubscriptions.listOf(user.id),
          giftVouchers: await deps.giftVouchers.listOf(user.id),
          guestNotes: await deps.guestNotes.listOf(user.id),
          waivers: await deps.waivers.listOf(user.id),
        }
      }),
    ],
  } satisfies Feature
}
