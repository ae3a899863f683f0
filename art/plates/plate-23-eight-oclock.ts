import { mist } from '../light.ts'
import { put } from '../pen.ts'
import { skiff } from '../people.ts'
import type { Plate } from '../plate.ts'
import { path, river } from '../scene.ts'
import { cypress } from '../trees.ts'

/** A wooden landing with a waiting skiff at the start of the morning. */
export const plate: Plate = {
  palette: 'firstLight',
  draw: (p, size) => {
    let s = river(p, size, { y: 560, sx: 560, sr: 120 })
    for (const [x, h, k] of [
      [120, 420, 5],
      [800, 480, 9],
    ] as const)
      s += cypress(x, 576, h, { col: p.mid, mossCol: p.far, seed: k })
    let b = ''
    for (let i = 0; i < 13; i++) {
      const t = i / 13,
        y = 760 + 460 * t * t,
        w = 90 + 380 * t * t
      b += `M${Math.round(450 - w)} ${Math.round(y)}h${Math.round(w * 2)}l${Math.round(8 + 10 * t)} ${Math.round(14 + 40 * t)}h${Math.round(-w * 2 - 16 - 20 * t)}z`
    }
    return (
      s +
      mist(-80, 520, 1100, 70, p.mist, 0.7, 5) +
      put(600, 800, 0.9, skiff(p.ink, p.w0, p.ink)) +
      path('M360 748H540L960 1220H-60z', p.ink) +
      path(b, '#8d7a55') +
      (
        [
          [350, 740],
          [550, 740],
          [230, 900],
          [690, 900],
        ] as const
      )
        .map(
          ([x, y]) =>
            `<path d="M${x - 12} ${y - 90}h24v140h-24z" fill="${p.near}"/><path d="M${x - 12} ${y - 90}h24v8h-24z" fill="${p.w0}"/>`,
        )
        .join('')
    )
  },
}
