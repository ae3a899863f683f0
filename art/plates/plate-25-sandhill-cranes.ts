import { crane } from '../animals.ts'
import { mist, sky, sun } from '../light.ts'
import { put } from '../pen.ts'
import { reeds, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path } from '../scene.ts'

/** Two sandhill cranes walk a green bank. */
export const plate: Plate = {
  palette: 'palmetto',
  draw: (p, _size) => {
    return (
      sky(900, 1200, [
        [0, '#f3edc0'],
        [0.7, p.s1],
        [1, p.s2],
      ]) +
      sun(620, 330, 130, p.sun, '#fff') +
      treeline(-50, 800, 1000, 180, p.far, 3, 5) +
      mist(-50, 720, 1000, 70, p.mist, 0.85, 4) +
      path('M-20 800C260 770 620 790 920 810V1220H-20z', p.s3) +
      put(420, 1040, 3.9, crane('#66756c', p.warm)) +
      put(700, 980, 2.9, crane('#7f8d80', p.warm)) +
      reeds(-20, 1215, 940, 170, p.near, 44, 5) +
      reeds(-20, 1215, 940, 110, p.ink, 40, 8)
    )
  },
}
