import { fan } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { poster } from '../scene.ts'

/** A deep-bodied pacu with a red belly under overhanging palm fans. */
export const plate: Plate = {
  palette: 'highMorning',
  draw: (p, size) => {
    return (
      poster(p, size, 'pacu', { len: 800, x: 50, y: 420, disc: 0.38, seed: 9 }) +
      fan(120, 60, 2.6, 150, p.near) +
      fan(330, -30, 2.3, 176, p.mid) +
      fan(760, 20, 2.8, 200, p.near) +
      fan(560, -60, 2.1, 184, p.leaf)
    )
  },
}
