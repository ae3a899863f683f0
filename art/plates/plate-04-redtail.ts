import type { Plate } from '../plate.ts'
import { poster } from '../scene.ts'

/** A redtail catfish with long barbels set against a huge evening sun. */
export const plate: Plate = {
  palette: 'ember',
  draw: (p, size) => {
    return poster(p, size, 'redtail', {
      len: 860,
      x: 20,
      disc: 0.4,
      stops: [
        [0, p.s0],
        [0.45, p.s1],
        [0.8, p.s2],
        [1, p.s3],
      ],
      c: { back: '#241712', side: '#f4e3bd', belly: '#a3876a', fin: '#3a221b', red: '#c8321f', ink: '#160c0a' },
    })
  },
}
