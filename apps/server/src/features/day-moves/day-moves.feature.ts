import { addresses } from '@arcadia/contract/addresses'
import * as calls from '@arcadia/contract/day-moves'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { tripLink } from '../../http/booking-links.ts'
import { createDayMoveAnswers } from './day-move-answers.service.ts'
import { listAsks } from './day-move-answers.store.ts'
import { dayMoveEmails } from './day-moves.emails.ts'
import { createDayMoves } from './day-moves.service.ts'
import { type KeptMove, listMoves } from './day-moves.store.ts'

export function dayMovesFeature(
  deps: Parameters<typeof createDayMoveAnswers>[0] & Pick<Base, 'encryptionKey' | 'publicUrl'>,
) {
  const { db, clock, encryptionKey, publicUrl } = deps
  const moves = createDayMoves(deps)
  const answers = createDayMoveAnswers(deps)
  /** Adds the link that each group can answer by, to text it. */
  const withLinks = ({ parties, ...move }: KeptMove) => ({
    ...move,
    parties: parties.map((party) => {
      const link = tripLink.of(encryptionKey, { id: party.bookingId, email: party.email })
      return { ...party, link: party.state === 'WAITING' ? publicUrl + addresses.trip.href(link) : null }
    }),
  })
  return {
    name: 'day-moves',
    api: answers,
    endpoints: [
      serve(calls.moveDay, async ({ user, body }) => withLinks(await moves.open(user.id, body))),
      serve(calls.listDayMoves, async ({ query }) => {
        const { content, ...page } = await listMoves(db, venueDate(clock.now()), query)
        return { ...page, content: content.map(withLinks) }
      }),
      serve(calls.closeDayMove, async ({ user, params, body }) =>
        withLinks(await moves.close(user.id, params.id, body)),
      ),
      serve(calls.reachParty, async ({ user, params, body }) =>
        withLinks(await moves.reach(user.id, params.id, params.bookingId, body)),
      ),
      serve(calls.listMovedDays, ({ user }) => listAsks(db, user.id)),
      serve(calls.refundMovedDay, ({ user, params }) => answers.refund(user, params.id)),
    ],
    emails: dayMoveEmails,
    sweeps: [{ name: 'groups of called-off days', everyMs: 1000, run: () => moves.askLate() }],
  } satisfies Feature
}
