import { fish, shadow } from '../fish/fish.ts'
import type { Plate } from '../plate.ts'
import { deep } from '../scene.ts'

/** A small school of blue tilapia over pale sand. */
export const plate: Plate = {
  palette: 'highMorning',
  draw: (p, size) => {
    return (
      deep(p, size, {
        seed: 7,
        stops: [
          [0, '#d9ead8'],
          [0.4, p.s1],
          [1, p.w2],
        ],
        weedCol: p.near,
      }) +
      shadow('tilapia', 760, 90, 260, '#84b3aa') +
      shadow('tilapia', 930, 330, 230, '#84b3aa') +
      fish('tilapia', 640, 460, 420) +
      fish('tilapia', 120, 170, 560) +
      fish('tilapia', 200, 560, 380, { c: { side: '#a9bfa8', back: '#4b6f6c' } })
    )
  },
}
