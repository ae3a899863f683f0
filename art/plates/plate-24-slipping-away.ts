import { fish } from '../fish/fish.ts'
import { sky } from '../light.ts'
import { treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { bubbles, deep } from '../scene.ts'

/** A peacock bass slips away beneath the surface as rings spread above. */
export const plate: Plate = {
  palette: 'firstLight',
  draw: (p, size) => {
    return `${
      sky(1200, 260, [
        [0, p.s2],
        [0.7, p.s3],
        [1, p.s4],
      ]) +
      treeline(-50, 250, 1300, 90, p.mid, 4, 5) +
      deep(p, size, {
        y: 246,
        seed: 9,
        stops: [
          [0, '#7d8a5c'],
          [0.3, '#3f5a4a'],
          [0.7, '#1c352e'],
          [1, p.ink],
        ],
      }) +
      fish('peacock', 150, 380, 800, { rot: -10, c: { rim: '#f2d28a' } }) +
      bubbles(1000, 620, 8, p.sun, 4)
    }<ellipse cx="600" cy="252" rx="240" ry="14" fill="none" stroke="${p.sun}" stroke-width="4"/><ellipse cx="600" cy="252" rx="120" ry="7" fill="none" stroke="${p.sun}" stroke-width="4"/>`
  },
}
