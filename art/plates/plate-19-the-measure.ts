import { fish, shadow } from '../fish/fish.ts'
import { angler } from '../people.ts'
import { reeds } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, rect } from '../scene.ts'

/** The drawing's scale. */
const FOOT = 96
const LEFT = 84
const GROUND = 762

/** A trophy gar drawn to scale above a measuring rule with an angler beside it: eight feet of fish, six of angler. */
export const plate: Plate = {
  palette: 'highMorning',
  draw: (p) => {
    const ticks = Array.from({ length: 11 * 4 + 1 }, (_, quarter) => {
      const length = quarter % 4 === 0 ? 34 : quarter % 2 === 0 ? 22 : 14
      return `M${LEFT + (quarter * FOOT) / 4} ${GROUND}v${length}`
    }).join('')
    const nose = LEFT
    const tail = LEFT + 8 * FOOT
    return (
      rect(0, 0, 1200, 900, '#eef0dc') +
      rect(0, GROUND, 1200, 160, p.s1) +
      `<circle cx="470" cy="352" r="288" fill="${p.s2}"/>` +
      path(`M${LEFT - 20} ${GROUND}h1096v52h-1096z`, '#f6efd4') +
      `<path d="${ticks}M${LEFT - 20} ${GROUND}h1096" stroke="${p.ink}" stroke-width="4" fill="none"/>` +
      // what is measured: from the nose, and from the tail, down to the rule
      `<path d="M${nose} 300V${GROUND}M${tail} 330V${GROUND}" stroke="${p.near}" stroke-width="2.5" stroke-dasharray="3 9" stroke-linecap="round" fill="none"/>` +
      shadow('redtail', LEFT + 0.4 * FOOT, 530, 4.4 * FOOT, p.w1) +
      shadow('peacock', LEFT + 5.3 * FOOT, 604, 2.1 * FOOT, p.w1) +
      `<g transform="translate(1040 ${GROUND}) scale(5.760)">${angler(p.ink, { shirt: p.warm, hatC: '#b98a52', skin: p.skin, rod: p.near, line: [-165, -87] })}</g>` +
      fish('gar', LEFT, 150, 8 * FOOT, { c: { rim: '#dfe0b4' } }) +
      reeds(-20, 915, 300, 120, p.near, 22, 3) +
      reeds(760, 915, 470, 100, p.mid, 30, 7)
    )
  },
}
