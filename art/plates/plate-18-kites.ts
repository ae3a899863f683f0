import { kite } from '../animals.ts'
import { glints, sky, sun } from '../light.ts'
import { put } from '../pen.ts'
import { reeds, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { rect } from '../scene.ts'
import { cypress } from '../trees.ts'

/** Five swallow-tailed kites over a burning sky and a lone cypress. */
export const plate: Plate = {
  palette: 'ember',
  draw: (p, _size) => {
    return (
      sky(900, 1200, [
        [0, p.s0],
        [0.3, p.s1],
        [0.62, p.s2],
        [0.85, p.s3],
        [1, p.s4],
      ]) +
      sun(470, 860, 170, p.sun, p.halo) +
      (
        [
          [300, 240, 2.4],
          [610, 340, 1.7],
          [180, 470, 1.3],
          [700, 170, 1.2],
          [470, 560, 1],
        ] as const
      )
        .map(([x, y, k]) => put(x, y, k, kite(p.ink)))
        .join('') +
      treeline(-50, 1070, 1000, 110, p.mid, 5, 4) +
      cypress(690, 1120, 640, { col: p.near, mossCol: p.mid, seed: 6 }) +
      rect(0, 1066, 900, 140, p.near) +
      glints(0, 1076, 900, 110, 14, p.s2, 0.6, 3) +
      reeds(-10, 1210, 420, 160, p.ink, 18, 6)
    )
  },
}
