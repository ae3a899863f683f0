import { getGuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { MINUTE_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createGuestNotes } from './guest-notes.service.ts'
import { findNotes } from './guest-notes.store.ts'

export function guestNotesFeature(deps: Parameters<typeof createGuestNotes>[0]) {
  const notes = createGuestNotes(deps)
  return {
    name: 'guest-notes',
    api: notes,
    endpoints: [
      serve(getGuestNotes, ({ user, params }) => notes.get(user, params.id)),
      serve(saveGuestNotes, ({ user, params, body }) => notes.save(user, params.id, body)),
    ],
    /** Asks customers who have not told us anything; never repeats the notes. */
    addToBookingMail: async (bookingId, { tx }) =>
      (await findNotes(tx, bookingId))
        ? []
        : ['Allergies, a bad knee, a birthday in your group? Open your booking and tell your guide.'],
    sweeps: [{ name: 'old guest notes', everyMs: MINUTE_MS, run: () => notes.forgetOld() }],
  } satisfies Feature
}
