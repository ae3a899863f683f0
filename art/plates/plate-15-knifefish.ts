import { fish, shadow } from '../fish/fish.ts'
import type { Plate } from '../plate.ts'
import { deep } from '../scene.ts'

/** A clown knifefish with a row of ringed spots curves through slate water. */
export const plate: Plate = {
  palette: 'stormBuild',
  draw: (p, size) => {
    return (
      deep(p, size, {
        seed: 4,
        stops: [
          [0, p.s2],
          [0.3, p.s1],
          [0.7, p.s0],
          [1, p.ink],
        ],
        weedCol: p.ink,
      }) +
      shadow('knifefish', 380, 250, 440, '#4a5b6b', { flip: true, rot: -10 }) +
      fish('knifefish', 40, 470, 820, { rot: 14, c: { rim: '#f0c98a' } })
    )
  },
}
