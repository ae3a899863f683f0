import { fish } from '../fish/fish.ts'
import { sky } from '../light.ts'
import { treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { bubbles, deep } from '../scene.ts'

/** An arapaima turns below the surface, red scales catching amber light. */
export const plate: Plate = {
  palette: 'blackwater',
  draw: (p, size) => {
    return (
      deep(p, size, { y: 150, seed: 8 }).replace(
        /^/,
        sky(1200, 160, [
          [0, '#f8dfa0'],
          [1, '#e9a23b'],
        ]) + treeline(-50, 152, 1300, 80, '#b9793a', 7, 4),
      ) +
      fish('arapaima', 90, 330, 1040, {
        rot: 12,
        c: { rim: '#f0b65a', back: '#1f2a22', side: '#4a5a43', belly: '#b08a4a', fin: '#191f1a', red: '#e0562f' },
      }) +
      bubbles(130, 300, 6, p.sun, 4)
    )
  },
}
