import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const dayMoves: PortalView = {
  at: portal.dashboard.dayMoves,
  label: 'Called-off days',
  load: async () => (await import('./day-moves.tsx')).DayMovesView,
}
