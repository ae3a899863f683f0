import { mist, sky, sun } from '../light.ts'
import { palm, palmetto, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'

/** Three tall cabbage palms over a palmetto thicket. */
export const plate: Plate = {
  palette: 'palmetto',
  draw: (p, size) => {
    const [W, H] = size
    return (
      sky(W, H, [
        [0, '#f3edc0'],
        [0.6, p.s1],
        [1, p.s3],
      ]) +
      sun(640, 420, 150, p.sun, '#ffffff') +
      treeline(-50, 980, 1000, 170, p.far, 3, 4) +
      mist(-50, 880, 1000, 80, p.mist, 0.8, 4) +
      palm(280, 1130, 900, p.near, p.ink, 4, 1.2, p.mid) +
      palm(560, 1140, 700, p.near, p.ink, 7, 1.1, p.mid) +
      palm(740, 1130, 520, p.mid, p.near, 9, 1, p.s3) +
      palmetto(-60, 1220, 1020, 330, [p.ink, p.near, p.mid], 20, 6)
    )
  },
}
