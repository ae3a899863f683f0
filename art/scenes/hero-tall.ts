import { kite } from '../animals.ts'
import { fish } from '../fish/fish.ts'
import type { HeroLayers } from '../hero-layers.ts'
import { glints, grad, lens, mist, road } from '../light.ts'
import { palettes } from '../palettes.ts'
import { put } from '../pen.ts'
import { palmetto, treeline } from '../plants.ts'
import { crew, path, rect, type Size, shafts, surface } from '../scene.ts'
import { bole, cypress, moss } from '../trees.ts'
import { dawnSky } from './dawn-sky.ts'

/** Ends below the fish: the words stand under the picture. */
const SIZE: Size = [1080, 995]

export function heroTall(): HeroLayers {
  const p = palettes.firstLight
  const [W] = SIZE
  const yW = 640
  let back = dawnSky(W, yW, { sx: 690, sr: 135 })
  back += treeline(-40, yW, 1200, 90, '#8ea486', 5, 5) + mist(200, yW - 84, 900, 56, '#f4e3b4', 0.5, 4)
  for (const [x, h, sd] of [
    [330, 300, 3],
    [430, 240, 8],
    [930, 330, 14],
    [1020, 280, 17],
  ] as const)
    back += cypress(x, yW + 6, h, { col: '#5b7c69', mossCol: '#7d9a82', seed: sd, tiers: 7, knees: 2 })
  back += treeline(-40, yW + 6, 420, 130, '#3d5c50', 9, 2) + treeline(880, yW + 6, 300, 120, '#3d5c50', 21, 1)
  const drifting = mist(-100, yW - 58, 900, 66, '#f1e4bd', 0.62, 9)
  let front = put(470, 420, 1, kite('#12262a')) + put(570, 470, 0.6, kite('#12262a'))
  const [g1, d1] = grad([
    [0, '#efb067'],
    [0.25, '#b99355'],
    [0.62, '#5c6446'],
    [1, '#2a3a30'],
  ])
  front +=
    d1 +
    rect(0, yW, W, 220, `url(#${g1})`) +
    road(690, yW + 10, 130, 260, 420, '#fbe3a6', 11, 6, 0.95) +
    glints(100, yW + 16, 1000, 150, 20, '#f6d695', 0.42, 9, 1.1) +
    glints(0, yW + 20, 800, 150, 12, '#20332c', 0.5, 19, 1.3)
  front += path(lens(420, 756, 520, 24), '#18241f', 0.85) + put(476, 750, 1.3, crew(p, { line: [-261, 69] }))
  front += `<ellipse cx="222" cy="818" rx="40" ry="6" fill="none" stroke="#fbe3a6" stroke-width="3" opacity=".8"/>`
  const [g2, d2] = grad([
    [0, '#8b5a26'],
    [0.16, '#5d3a1c'],
    [0.52, '#2b2117'],
    [0.86, '#121512'],
    [1, '#0d1411'],
  ])
  front +=
    d2 +
    surface(W, 850, 6, 14, 340, `url(#${g2})`) +
    surface(W, 850, 6, 14, 8, '#e9b15c') +
    shafts(300, 858, 900, 420, 6, '#e9a23b', 7, 0.13)
  front +=
    bole(80, 850, 110, 900, '#0f1b17', '#1d332c', 3) +
    moss(-20, 20, 330, 190, '#1c332c', 4, 14) +
    path('M-20 -20H460C400 30 330 20 280 50C190 40 140 80 -20 90z', '#101d19') +
    palmetto(-60, 870, 300, 170, ['#16271f', '#1d3329', '#0f1b17'], 8, 12)
  const rising = fish('arapaima', 160, 900, 800, {
    rot: -3,
    c: {
      back: '#1f2a22',
      side: '#4a5a43',
      belly: '#b08a4a',
      fin: '#1c221c',
      ink: '#0c110e',
      hi: '#f6c66a',
      red: '#d9502f',
      rim: '#e9a23b',
    },
  })
  return { size: SIZE, top: 190, back, mist: drifting, front, fish: rising }
}
