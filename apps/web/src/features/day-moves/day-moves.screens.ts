import type { PortalView } from '../../screen.ts'

export const dayMoves: PortalView = {
  tab: 'dashboard',
  view: 'day-moves',
  label: 'Called-off days',
  load: async () => (await import('./day-moves.tsx')).DayMovesView,
}
