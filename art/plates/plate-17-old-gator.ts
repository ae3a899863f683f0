import { gator } from '../animals.ts'
import { glints, lens } from '../light.ts'
import { put } from '../pen.ts'
import { palmetto, reeds, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, river } from '../scene.ts'

/** An alligator floats at the surface under palmetto. */
export const plate: Plate = {
  palette: 'palmetto',
  draw: (p, size) => {
    return (
      river(p, size, {
        y: 430,
        sx: 860,
        sr: 80,
        rise: 2.6,
        stops: [
          [0, p.sun],
          [0.6, p.s1],
          [1, p.s2],
        ],
      }) +
      treeline(-50, 436, 1300, 190, p.mid, 4, 6) +
      palmetto(-40, 470, 700, 190, [p.near, p.ink, p.mid], 16, 5) +
      path(lens(240, 664, 760, 30), p.w3, 0.5) +
      put(300, 660, 2.5, gator(p.ink, '#e9a23b')) +
      glints(200, 680, 900, 140, 10, p.sun, 0.4, 4, 1.3) +
      reeds(900, 910, 320, 240, p.ink, 16, 3)
    )
  },
}
