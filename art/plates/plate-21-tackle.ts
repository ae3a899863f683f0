import { fish } from '../fish/fish.ts'
import type { Palette } from '../palettes.ts'
import type { Plate } from '../plate.ts'
import { rect, river } from '../scene.ts'
import { cypress } from '../trees.ts'

const CORK = '#b98a52'

/** Two trophy rods crossed over a round river medallion. */
export const plate: Plate = {
  palette: 'stormBuild',
  draw: (p, size) =>
    rect(0, 0, 900, 1200, '#e9e2cb') +
    rect(40, 40, 820, 1120, p.s0) +
    `<path d="M98 66H802A32 32 0 0 0 834 98V1102A32 32 0 0 0 802 1134H98A32 32 0 0 0 66 1102V98A32 32 0 0 0 98 66z" fill="none" stroke="${p.s4}" stroke-width="4"/>` +
    `<circle cx="450" cy="452" r="318" fill="${p.s4}"/><clipPath id="m"><circle cx="450" cy="452" r="298"/></clipPath>` +
    `<g clip-path="url(#m)"><g transform="translate(0 -76)">${river(p, size, { y: 600, sx: 590, sr: 92, rise: 0.6 })}${cypress(286, 622, 380, { col: p.near, seed: 4, mossCol: p.mid })}</g></g>` +
    rod(p, 1) +
    rod(p, -1) +
    `<circle cx="450" cy="690" r="15" fill="${p.warm}"/>` +
    fish('gar', 252, 1010, 396, { c: { side: '#a9b08f', back: '#5d6b5a', belly: '#e9e2cb', rim: p.s4 } }),
}

/** One rod through the crossing at 450,690, leaning left (1) or right (-1); its reel comes to lie on the outer side. */
function rod(p: Palette, side: 1 | -1): string {
  const guides = [-530, -436, -330, -214, -92]
    .map((y, index) => {
      const radius = 7 + index * 2
      return `<ellipse cx="${radius + 3}" cy="${y}" rx="${radius}" ry="${radius + 3}" fill="none" stroke="${p.s4}" stroke-width="4"/><path d="M-5 ${y - 9}h11v18h-11z" fill="${p.warm}"/>`
    })
    .join('')
  const line = `<path d="M1 -604L10 -530L12 -436L15 -330L18 -214L20 -92L44 152" fill="none" stroke="#e9e2cb" stroke-width="2"/>`
  const blank = `<path d="M-2 -606h4L8 210h-16z" fill="${p.cloth}"/>`
  const grips = `<path d="M-12 40h24l3 84h-30z" fill="${CORK}"/><path d="M-11 124h22v108h-22z" fill="${p.ink}"/><path d="M-14 232h28l2 112q-16 14 -32 0z" fill="${CORK}"/><path d="M-17 338h34v22q-17 12 -34 0z" fill="${p.ink}"/>`
  const reel =
    `<path d="M6 146h14v66h-14z" fill="${p.s4}"/><circle cx="66" cy="178" r="58" fill="${p.ink}" stroke="${p.s4}" stroke-width="6"/>` +
    `<circle cx="66" cy="178" r="38" fill="none" stroke="${p.mid}" stroke-width="8"/><circle cx="66" cy="178" r="13" fill="${p.s4}"/>` +
    `<path d="M66 178l44 46" stroke="${p.s4}" stroke-width="10" stroke-linecap="round"/><circle cx="112" cy="226" r="12" fill="${CORK}"/>`
  return `<g transform="translate(450 690) scale(${side} 1) rotate(-30)">${line}${blank}${guides}${grips}${reel}</g>`
}
