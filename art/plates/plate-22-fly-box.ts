import { rng } from '../pen.ts'
import type { Plate } from '../plate.ts'
import { rect } from '../scene.ts'

/** Nine large hand-tied flies in rows. */
export const plate: Plate = {
  palette: 'highMorning',
  draw: (p, _size) => {
    let s = rect(0, 0, 900, 1200, '#eef0dc') + rect(90, 120, 720, 960, p.s1)
    const q = rng(5),
      cs = [p.warm, p.near, '#e9a23b', p.leaf, '#f4ead0', p.w2]
    for (let i = 0; i < 9; i++) {
      const x = 210 + (i % 3) * 240,
        y = 290 + Math.floor(i / 3) * 310,
        a = cs[i % 6],
        b = cs[(i + 2) % 6]
      let h = ''
      for (let k = 0; k < 9; k++) {
        const w = (k - 4) * 13
        h += `M-40 0Q${30} ${w} ${90 + q() * 30} ${w * 1.6}`
      }
      s += `<g transform="translate(${x} ${y}) rotate(${-12 + q() * 24})"><path d="${h}" stroke="${a}" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M-70 0C-40 -26 10 -26 40 0C10 26 -40 26 -70 0z" fill="${b}"/><circle cx="-52" cy="-5" r="8" fill="${p.sun}"/><circle cx="-53" cy="-5" r="4" fill="${p.ink}"/><path d="M-20 14Q-16 62 20 50Q40 40 26 26" fill="none" stroke="${p.ink}" stroke-width="5"/></g>`
    }
    return s
  },
}
