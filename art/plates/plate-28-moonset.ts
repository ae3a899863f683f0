import { glints, mist, road, sky, sun } from '../light.ts'
import { palmetto, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { rect } from '../scene.ts'
import { cypress } from '../trees.ts'

/** A pale moon sets behind a tall cypress before the first cast. */
export const plate: Plate = {
  palette: 'stormBuild',
  draw: (p, size) => {
    const [W, H] = size
    return (
      sky(W, H, [
        [0, '#16222a'],
        [0.4, p.s0],
        [0.8, p.s1],
        [1, p.s2],
      ]) +
      sun(600, 430, 120, '#f3ecd2', '#b9c4c4') +
      (
        [
          [120, 140],
          [300, 240],
          [220, 420],
          [760, 180],
          [800, 620],
          [430, 130],
        ] as const
      )
        .map(([x, y]) => `<path d="M${x} ${y - 7}l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" fill="#f3ecd2"/>`)
        .join('') +
      treeline(-50, 900, 1000, 130, p.mid, 4, 4) +
      rect(0, 896, W, 310, p.s0) +
      road(600, 906, 220, 160, 300, '#f3ecd2', 10, 4, 0.7) +
      glints(0, 910, W, 260, 14, p.ink, 0.5, 3, 1.4) +
      mist(-50, 850, 1000, 70, p.s2, 0.6, 4) +
      cypress(250, 1010, 880, { col: p.ink, hi: p.near, mossCol: p.near, seed: 4, knees: 5 }) +
      palmetto(480, 1215, 460, 190, [p.ink, '#16222a'], 11, 5)
    )
  },
}
