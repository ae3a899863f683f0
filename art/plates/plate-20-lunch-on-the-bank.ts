import { glints, lens } from '../light.ts'
import type { Palette } from '../palettes.ts'
import { put } from '../pen.ts'
import { fan, palm, palmetto } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, river } from '../scene.ts'

/** A laid table and lantern under palms beside the water. */
export const plate: Plate = {
  palette: 'palmetto',
  draw: (p, size) =>
    river(p, size, {
      y: 430,
      sx: 330,
      sr: 84,
      rise: 2.4,
      stops: [
        [0, p.sun],
        [0.6, p.s1],
        [1, p.s2],
      ],
    }) +
    path('M-20 664C220 620 520 640 760 604C940 578 1090 570 1220 574V920H-20z', p.s4) +
    path('M-20 700C260 672 620 690 860 650C1000 628 1110 616 1220 618V920H-20z', p.mid) +
    palm(1046, 700, 600, p.near, p.ink, 5, 1.2, p.mid) +
    palm(1158, 730, 440, p.near, p.ink, 9, 1) +
    path(`${lens(170, 812, 640, 26)}`, p.near, 0.8) +
    put(250, 812, 1, chair(p)) +
    put(742, 812, 1, `<g transform="scale(-1 1)">${chair(p)}</g>`) +
    put(496, 812, 1, table(p)) +
    path('M-20 826C200 800 420 846 640 836C860 826 1040 800 1220 812V920H-20z', p.near) +
    glints(40, 846, 1100, 46, 12, p.mid, 0.7, 6, 1) +
    palmetto(-70, 915, 330, 210, [p.ink, p.near, p.ink], 9, 7) +
    palmetto(930, 915, 330, 170, [p.ink, p.near], 8, 12) +
    fan(960, 10, 2.2, 168, p.near) +
    fan(1130, -20, 2.6, 192, p.ink) +
    fan(1230, 90, 2.2, 236, p.near),
}

/** A folding chair seen from the side, facing right; its feet at the origin. */
function chair(p: Palette): string {
  const frame = `<path d="M-58 0L34 -104M34 0L-58 -104M-58 -104L-70 -206M34 -104h-92" fill="none" stroke="${p.ink}" stroke-width="9" stroke-linecap="round"/>`
  return `${frame}${path('M-66 -110Q-12 -92 42 -110l-3 14Q-12 -78 -62 -96z', p.leaf)}${path('M-79 -208l16 -3 9 58-16 3z', p.leaf)}`
}

/** The laid table; the middle of its foot at the origin. */
function table(p: Palette): string {
  const cream = '#fff8e4'
  const fold = '#e4dfb8'
  const legs = `<path d="M-150 -20L-96 -150M-96 -20L-150 -150M150 -20L96 -150M96 -20L150 -150" stroke="${p.ink}" stroke-width="11" stroke-linecap="round" fill="none"/>`
  const cloth =
    path('M-196 -176h392l14 16h-420z', cream) +
    path(
      'M-210 -160H210L218 -96Q200 -80 182 -94T146 -92T108 -90T70 -92T32 -88T-6 -90T-44 -88T-82 -92T-120 -90T-158 -92T-190 -92Q-206 -82 -218 -96z',
      fold,
    ) +
    path(
      'M-210 -160h44l-12 66q-22 14 -40 -2zM-120 -160h62l-8 70q-30 6 -54 0zM-10 -160h60l4 70q-34 8 -60 0zM100 -160h58l14 68q-30 6 -58 -2z',
      cream,
    )
  return legs + cloth + lantern(p) + bottleAndGlasses(p) + fruit(p) + loaf(p)
}

const lantern = (p: Palette) =>
  `<path d="M-168 -262q22 -44 44 0" fill="none" stroke="${p.ink}" stroke-width="5"/>` +
  path('M-172 -262h52l-6 -14h-40zM-172 -174h52v-10h-52zM-168 -256h6v76h-6zM-130 -256h6v76h-6z', p.ink) +
  path('M-162 -256h32v72h-32z', '#f7efc0') +
  path('M-146 -230q14 20 0 40q-14 -20 0 -40z', '#e9a23b')

const bottleAndGlasses = (p: Palette) =>
  path('M-74 -172v-62q0 -14 8 -20v-30h16v30q8 6 8 20v62z', p.near) +
  path('M-72 -216h28v26h-28z', '#f0f0cf') +
  [-24, 8].map((x) => path(`M${x} -224h24q2 26 -10 30v16h8v5h-20v-5h8v-16q-12 -4 -10 -30z`, '#f0f0cf', 0.92)).join('')

const fruit = (p: Palette) =>
  `<circle cx="68" cy="-206" r="15" fill="${p.warm}"/><circle cx="94" cy="-212" r="16" fill="${p.warm}"/><circle cx="116" cy="-204" r="13" fill="${p.warm}"/>` +
  path('M44 -204h98q-4 26 -34 30h-30q-30 -4 -34 -30z', p.ink)

const loaf = (p: Palette) => path('M146 -178h56v-5h-56z', p.ink) + path('M150 -183q2 -26 24 -26t24 26z', '#b98a52')
