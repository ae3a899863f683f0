import { lens, mist } from '../light.ts'
import { put } from '../pen.ts'
import { treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { corner, crew, path, river } from '../scene.ts'

/** Two skiffs drift apart on a wide bright reach. */
export const plate: Plate = {
  palette: 'firstLight',
  draw: (p, size) => {
    const s =
      river(p, size, { y: 420, sx: 300, sr: 100 }) +
      treeline(600, 426, 700, 150, p.mid, 7, 4) +
      mist(400, 380, 900, 60, p.mist, 0.6, 6)
    return (
      s +
      put(700, 500, 0.6, crew(p, { mate: false })) +
      path(lens(140, 690, 640, 34), p.ink, 0.5) +
      put(220, 680, 1.6, crew(p)) +
      corner(p, 1200, 900, true, 7)
    )
  },
}
