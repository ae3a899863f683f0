import { put } from '../pen.ts'
import { angler, skiff } from '../people.ts'
import { treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { river } from '../scene.ts'

/** An angler leans back into a deeply bent rod against a red sunrise. */
export const plate: Plate = {
  palette: 'ember',
  draw: (p, size) => {
    return `${river(p, size, { y: 600, sx: 560, sr: 190, rise: 0.7 }) + treeline(760, 604, 520, 150, p.mid, 4, 3) + treeline(-60, 604, 380, 110, p.mid, 9, 2) + put(520, 800, 2, skiff(p.ink, p.s3))}<g transform="translate(730 766) scale(3.400)">${angler(p.ink, { shirt: '#3f1d17', hatC: p.cloth, skin: p.skin, line: [-186, 20] })}</g><ellipse cx="98" cy="836" rx="70" ry="10" fill="none" stroke="${p.sun}" stroke-width="4"/><path d="M70 836q14 -60 28 -52q18 -14 26 52z" fill="${p.sun}"/>`
  },
}
