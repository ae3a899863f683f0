import type { Sweep } from '../../jobs/sweeps.ts'
import type { DayMoves } from './day-moves.service.ts'

export function dayMoveSweep(moves: DayMoves): Sweep {
  return { name: 'parties of moved days', everyMs: 1000, run: () => moves.askLate() }
}
