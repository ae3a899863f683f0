import { getGuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { addDays, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { action } from '../../mail/letter.ts'
import { createGuestNotes } from './guest-notes.service.ts'
import {
  deleteNotes,
  deleteOldNotes,
  findAddressee,
  findNotes,
  listNotesOfCustomer,
  listNotesOfDay,
  listTold,
} from './guest-notes.store.ts'

/** How long notes are kept after the trip (docs/rules.md §15.3). */
const KEPT_DAYS = 30

export function guestNotesFeature(deps: Parameters<typeof createGuestNotes>[0]) {
  const { db, clock } = deps
  const notes = createGuestNotes(deps)
  return {
    name: 'guest-notes',
    api: {
      /** The bookings of these of which the guide was told anything. */
      toldOf: (bookingIds: readonly number[]) => listTold(db, bookingIds),
      deleteOf: (tx: Db, bookingId: number) => deleteNotes(tx, bookingId),
      listOfDay: (date: TripDate) => listNotesOfDay(db, date),
      listOf: (userId: number) => listNotesOfCustomer(db, userId),
    },
    endpoints: [
      serve(getGuestNotes, ({ user, params }) => notes.get(user, params.id)),
      serve(saveGuestNotes, ({ user, params, form }) => notes.save(user, params.id, form)),
    ],
    /** Asks customers who have not told us anything; never repeats the notes. */
    addToBookingMail: async (bookingId, { tx, tripPage }) => {
      if (await findNotes(tx, bookingId)) return []
      const tell = action('Tell your guide', tripPage(await findAddressee(tx, bookingId)))
      return [['Your guide', 'Kids, allergies, a birthday?', tell] as const]
    },
    sweeps: [
      {
        name: 'old guest notes',
        everyMs: MINUTE_MS,
        run: () => deleteOldNotes(db, addDays(venueDate(clock.now()), -KEPT_DAYS)),
      },
    ],
  } satisfies Feature
}
