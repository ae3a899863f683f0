import { fish } from '../fish/fish.ts'
import type { Plate } from '../plate.ts'
import { deep, weed } from '../scene.ts'

/** A tiger shovelnose catfish glides over a weedy bottom. */
export const plate: Plate = {
  palette: 'blackwater',
  draw: (p, size) => {
    return (
      deep(p, size, { seed: 12 }) +
      fish('shovelnose', 90, 330, 1020, {
        rot: -6,
        c: { back: '#3b3226', side: '#b99a62', belly: '#efd9a4', fin: '#6d4f2b', rim: '#f0b65a' },
      }) +
      weed(0, 920, 1200, 220, 30, '#0d1210', 4)
    )
  },
}
