import { glints, grad, mist, road, sky, sun } from '../light.ts'
import { put } from '../pen.ts'
import { treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { crew, rect } from '../scene.ts'
import { bole, moss } from '../trees.ts'

/** Cypress trunks rise like columns from dark water with light between them. */
export const plate: Plate = {
  palette: 'firstLight',
  draw: (p, size) => {
    const [W] = size
    let s =
      sky(W, 860, [
        [0, p.s1],
        [0.5, p.s2],
        [0.8, p.s3],
        [1, p.s4],
      ]) +
      sun(450, 700, 120, p.sun, p.halo) +
      treeline(-50, 850, 1000, 90, p.far, 3, 2)
    for (const [x, w, c, h] of [
      [300, 34, p.far, p.s2],
      [610, 40, p.far, p.s2],
      [180, 60, p.mid, p.far],
      [720, 64, p.mid, p.far],
    ] as const)
      s += bole(x, 850 + w * 0.7, w, 960, c, h, x)
    const [g, d] = grad([
      [0, p.w0],
      [0.3, p.w1],
      [1, p.w3],
    ])
    return (
      s +
      mist(-60, 800, 1020, 80, p.mist, 0.6, 4) +
      d +
      rect(0, 856, W, 360, `url(#${g})`) +
      road(450, 866, 260, 150, 330, p.sun, 11, 4, 0.9) +
      glints(0, 880, W, 280, 14, p.ink, 0.4, 4, 1.4) +
      bole(40, 1120, 130, 1200, p.ink, p.near, 2) +
      bole(870, 1090, 120, 1200, p.ink, p.near, 5) +
      moss(-10, -10, 420, 330, p.near, 3, 16) +
      moss(520, -10, 420, 260, p.near, 6, 14) +
      put(480, 900, 0.62, crew(p))
    )
  },
}
