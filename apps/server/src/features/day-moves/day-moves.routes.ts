import { closeDayMove, listDayMoves, moveDay } from '@arcadia/contract/admin-day-moves'
import { listMovedDays, refundMovedDay } from '@arcadia/contract/day-moves'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { DayMoveAnswers } from './day-move-answers.service.ts'
import type { DayMoves } from './day-moves.service.ts'

export function dayMoveRoutes(bind: Bind, moves: DayMoves, answers: DayMoveAnswers): void {
  bind(moveDay, ({ user, body }) => moves.open(user.id, body))
  bind(listDayMoves, ({ query }) => moves.list(query.page, query.size))
  bind(closeDayMove, ({ user, params, body }) => moves.close(user.id, params.id, body.opensDay))
  bind(listMovedDays, ({ user }) => answers.listOf(user.id))
  bind(refundMovedDay, ({ user, params }) => answers.refund(user, params.id))
}
