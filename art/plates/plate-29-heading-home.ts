import { put } from '../pen.ts'
import { sitter, skiff } from '../people.ts'
import { palm, palmetto, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, river } from '../scene.ts'

/** A skiff runs home over copper water toward the landing. */
export const plate: Plate = {
  palette: 'ember',
  draw: (p, size) => {
    return (
      river(p, size, { y: 480, sx: 840, sr: 150, rise: 0.6 }) +
      treeline(-60, 486, 620, 180, p.mid, 7, 5) +
      path('M330 700C520 690 900 660 1220 640L1220 676C900 690 560 712 330 716z', p.sun, 0.8) +
      put(
        150,
        700,
        1.5,
        `${skiff(p.ink, p.s3, p.ink)}<g transform="translate(80 -14)">${sitter(p.ink, { shirt: '#3f1d17', hatC: p.cloth, skin: p.skin })}</g><g transform="translate(160 -14)">${sitter(p.ink, { shirt: p.cloth, hatC: p.ink, skin: p.skin })}</g><g transform="translate(252 -14)">${sitter(p.ink, { shirt: p.mid, hatC: p.cloth, skin: p.skin })}</g>`,
      ) +
      palm(1080, 900, 480, p.ink, p.ink, 4, 1.1) +
      palmetto(820, 910, 420, 150, [p.ink, p.near], 10, 6)
    )
  },
}
