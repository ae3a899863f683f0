import { egret } from '../animals.ts'
import { lens, mist } from '../light.ts'
import type { Plate } from '../plate.ts'
import { corner, path, river } from '../scene.ts'
import { cypress } from '../trees.ts'

/** A great egret stands in the shallows beside cypress knees. */
export const plate: Plate = {
  palette: 'highMorning',
  draw: (p, size) => {
    let s = river(p, size, { y: 640, sx: 640, sr: 80, rise: 3.2 })
    for (const [x, h, k] of [
      [180, 560, 5],
      [760, 460, 9],
    ] as const)
      s += cypress(x, 660, h, { col: p.mid, mossCol: p.far, seed: k, knees: 5 })
    return `${s + mist(-80, 600, 1100, 80, p.mist, 0.8, 5)}<g transform="translate(430 1010) scale(-3.600 3.600)">${egret('#fdfbef', '#e9a23b', p.ink)}</g>${path(lens(320, 1016, 250, 14), p.w3, 0.5)}${corner(p, 900, 1200, true, 4)}`
  },
}
