import { lens, mist } from '../light.ts'
import { put } from '../pen.ts'
import type { Plate } from '../plate.ts'
import { crew, path, river } from '../scene.ts'
import { cypress } from '../trees.ts'

/** A skiff with guide and two anglers crosses a pale misty reach. */
export const plate: Plate = {
  palette: 'highMorning',
  draw: (p, size) => {
    let s = river(p, size, { y: 520, sx: 820, sr: 90, rise: 1.7 })
    for (const [x, h, k] of [
      [120, 420, 5],
      [290, 330, 9],
      [1060, 380, 12],
    ] as const)
      s += cypress(x, 532, h, { col: p.mid, mossCol: p.far, seed: k })
    return (
      s +
      mist(-80, 470, 1400, 90, p.mist, 0.85, 5) +
      path(lens(350, 650, 560, 26), p.ink, 0.5) +
      put(430, 642, 1.35, crew(p)) +
      mist(-100, 690, 800, 60, p.mist, 0.55, 12) +
      mist(500, 770, 820, 60, p.mist, 0.5, 14)
    )
  },
}
