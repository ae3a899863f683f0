import { fish } from '../fish/fish.ts'
import { angler } from '../people.ts'

const INK = '#12211c'
const FOOT = 36
const GROUND = 236
const LEFT = 20
const FEET = 21

/** A six-foot angler and the largest fish of both packages on one rule; the page sets the labels below it. */
export function scale(): string {
  const ticks = Array.from({ length: FEET + 1 }, (_, foot) => `M${LEFT + foot * FOOT} ${GROUND}v${foot % 3 ? 7 : 13}`)
  const man = angler('#294239', { shirt: '#ad3720', hatC: '#8a4b12', skin: '#8f5a38', rod: INK })
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -46 790 298">' +
    `<path d="M12 ${GROUND}h766" stroke="${INK}" stroke-width="2"/>` +
    `<path d="${ticks.join('')}" stroke="${INK}" stroke-width="1.5"/>` +
    `<g transform="translate(74 ${GROUND}) scale(-2.12 2.12)">${man}</g>` +
    fish('redtail', 170, 168, 4.5 * FOOT) +
    fish('arapaima', 452, 142, 8 * FOOT) +
    '</svg>'
  )
}
