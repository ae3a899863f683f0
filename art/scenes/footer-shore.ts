import { mist, sky, sun } from '../light.ts'
import { palm, palmetto, treeline } from '../plants.ts'
import { doc, rect } from '../scene.ts'
import { cypress } from '../trees.ts'

/** Strip above the footer: the far bank at dusk, sinking into the page ground (#12211c). */
export function footerShore(): string {
  const W = 2400,
    H = 420,
    g = '#12211c'
  let s =
    sky(W, H, [
      [0, '#eef1e8'],
      [0.25, '#dfe6cf'],
      [0.62, '#9fbba0'],
      [1, '#5d8672'],
    ]) + sun(1720, 250, 84, '#fbe3a6', '#f7c873')
  s +=
    treeline(-60, 330, 2520, 110, '#6f937c', 5, 9) +
    mist(-100, 262, 1500, 60, '#eef1e0', 0.7, 4) +
    mist(1100, 280, 1400, 50, '#eef1e0', 0.6, 8)
  for (const [x, h, k] of [
    [160, 300, 3],
    [330, 240, 8],
    [980, 250, 12],
    [2050, 300, 14],
    [2250, 240, 19],
  ] as const)
    s += cypress(x, 372, h, { col: '#355a4b', mossCol: '#4d7562', seed: k })
  s +=
    treeline(-60, 372, 1200, 90, '#355a4b', 11, 4) +
    treeline(1300, 372, 1200, 100, '#355a4b', 14, 5) +
    palm(640, 400, 250, g, g, 4) +
    palm(730, 400, 190, g, g, 9) +
    palm(1560, 400, 230, g, g, 6)
  s += treeline(-60, 424, 2520, 70, g, 3, 0) + palmetto(-40, 425, 2480, 110, [g], 60, 9) + rect(0, 400, W, 30, g)
  return doc(W, H, s, 'Palms and cypress along the bank')
}
