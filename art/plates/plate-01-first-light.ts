import { kite } from '../animals.ts'
import { mist } from '../light.ts'
import { put } from '../pen.ts'
import { reeds } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { corner, river } from '../scene.ts'
import { cypress } from '../trees.ts'

/** Sunrise over a still blackwater river, cypress on both banks and mist along the far shore. */
export const plate: Plate = {
  palette: 'firstLight',
  draw: (p, size) => {
    const [W, H] = size
    let s = river(p, size, { y: 540, sx: 640, sr: 120 })
    for (const [x, h, k] of [
      [210, 380, 3],
      [330, 300, 8],
      [960, 360, 14],
      [1080, 300, 17],
    ] as const)
      s += cypress(x, 556, h, { col: p.mid, mossCol: p.far, seed: k })
    return (
      s +
      mist(-60, 500, 800, 60, p.mist, 0.7, 3) +
      mist(620, 520, 700, 46, p.mist, 0.7, 8) +
      corner(p, W, H, false, 3) +
      reeds(880, H + 10, 360, 190, p.ink, 18, 4) +
      put(640, 190, 1, kite(p.near)) +
      put(730, 240, 0.7, kite(p.near))
    )
  },
}
