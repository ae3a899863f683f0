import { reeds } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { poster } from '../scene.ts'

/** A peacock bass with three dark bars and a ringed tail spot among green reeds. */
export const plate: Plate = {
  palette: 'palmetto',
  draw: (p, size) => {
    return (
      poster(p, size, 'peacock', { len: 960, x: 110, disc: 0.4, seed: 6 }) + reeds(-10, 910, 420, 230, p.ink, 14, 9)
    )
  },
}
