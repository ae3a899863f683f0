import type { PortalView } from '../../screen.ts'

export const dayMoves: readonly PortalView[] = [
  {
    tab: 'dashboard',
    view: 'day-moves',
    label: 'Day moves',
    load: async () => (await import('./day-moves.tsx')).DayMovesView,
  },
]
