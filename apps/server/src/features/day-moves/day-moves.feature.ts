import * as calls from '@arcadia/contract/day-moves'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createDayMoveAnswers } from './day-move-answers.service.ts'
import { listAsks } from './day-move-answers.store.ts'
import { dayMoveEmails } from './day-moves.emails.ts'
import { createDayMoves } from './day-moves.service.ts'
import { listMoves } from './day-moves.store.ts'

export function dayMovesFeature(deps: Parameters<typeof createDayMoveAnswers>[0]) {
  const moves = createDayMoves(deps)
  const answers = createDayMoveAnswers(deps)
  return {
    name: 'day-moves',
    api: {},
    endpoints: [
      serve(calls.moveDay, ({ user, body }) => moves.open(user.id, body)),
      serve(calls.listDayMoves, ({ query }) => listMoves(deps.db, query)),
      serve(calls.closeDayMove, ({ user, params, body }) => moves.close(user.id, params.id, body.opensDay)),
      serve(calls.reachParty, ({ user, params, body }) => moves.reach(user.id, params.id, params.bookingId, body)),
      serve(calls.listMovedDays, ({ user }) => listAsks(deps.db, user.id)),
      serve(calls.refundMovedDay, ({ user, params }) => answers.refund(user, params.id)),
    ],
    emails: dayMoveEmails,
    sweeps: [{ name: 'groups of called-off days', everyMs: 1000, run: () => moves.askLate() }],
  } satisfies Feature
}
