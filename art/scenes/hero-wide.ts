import { egret, kite } from '../animals.ts'
import { fish, shadow } from '../fish/fish.ts'
import type { HeroLayers } from '../hero-layers.ts'
import { glints, grad, lens, mist, road } from '../light.ts'
import { palettes } from '../palettes.ts'
import { put } from '../pen.ts'
import { palmetto, treeline } from '../plants.ts'
import { crew, path, rect, type Size, shafts, surface, weed } from '../scene.ts'
import { bole, cypress, moss } from '../trees.ts'
import { dawnSky } from './dawn-sky.ts'

const SIZE: Size = [2400, 1350]

export function heroWide(): HeroLayers {
  const p = palettes.firstLight
  const [W] = SIZE
  const yW = 610
  let back = dawnSky(W, yW, { sx: 1490, sr: 150 })
  // far shore
  back += treeline(-40, yW, 2500, 96, '#8ea486', 5, 9)
  back += mist(760, yW - 92, 1500, 60, '#f4e3b4', 0.5, 4)
  for (const [x, h, sd] of [
    [930, 300, 3],
    [1050, 250, 8],
    [1180, 330, 11],
    [1870, 340, 14],
    [1990, 280, 17],
    [1760, 240, 22],
  ] as const)
    back += cypress(x, yW + 6, h, { col: '#5b7c69', mossCol: '#7d9a82', seed: sd, tiers: 7, knees: 2 })
  back += treeline(-40, yW + 6, 1000, 130, '#3d5c50', 9, 3) + treeline(1880, yW + 6, 600, 150, '#3d5c50', 21, 3)
  const drifting =
    mist(-120, yW - 64, 1500, 74, '#f1e4bd', 0.62, 9) + mist(1500, yW - 48, 1050, 60, '#f1e4bd', 0.62, 13)
  let front =
    put(1120, 205, 1.25, kite('#12262a')) + put(1240, 268, 0.8, kite('#12262a')) + put(1050, 290, 0.6, kite('#1d3835'))
  // river surface
  const [g1, d1] = grad([
    [0, '#efb067'],
    [0.25, '#b99355'],
    [0.62, '#5c6446'],
    [1, '#2a3a30'],
  ])
  front += d1 + rect(0, yW, W, 190, `url(#${g1})`)
  front +=
    road(1490, yW + 10, 120, 300, 520, '#fbe3a6', 11, 6, 0.95) +
    glints(500, yW + 16, 1900, 130, 26, '#f6d695', 0.42, 9, 1.1) +
    glints(0, yW + 20, 1400, 130, 16, '#20332c', 0.5, 19, 1.5) +
    glints(1600, yW + 30, 900, 120, 12, '#20332c', 0.42, 29, 1.4)
  front += path(lens(1320, 706, 560, 26), '#18241f', 0.85)
  front += put(1380, 700, 1.42, crew(p, { line: [-240, 62] }))
  front += `<ellipse cx="1133" cy="764" rx="46" ry="7" fill="none" stroke="#fbe3a6" stroke-width="3" opacity=".8"/><ellipse cx="1133" cy="764" rx="18" ry="3" fill="#fbe3a6" opacity=".8"/>`
  // water section
  const [g2, d2] = grad([
    [0, '#8b5a26'],
    [0.16, '#5d3a1c'],
    [0.45, '#2b2117'],
    [0.8, '#121512'],
    [1, '#0d1411'],
  ])
  front += d2 + surface(W, 796, 7, 24, 560, `url(#${g2})`) + surface(W, 796, 7, 24, 9, '#e9b15c')
  front += shafts(900, 806, 1500, 460, 9, '#e9a23b', 7, 0.13)
  front += shadow('gar', 800, 1110, 560, '#31261a', { rot: 3 })
  front += `<path d="M1133 770C1130 800 1118 826 1096 850" stroke="#f4d596" stroke-width="2" fill="none" opacity=".7"/>`
  front += weed(820, 1360, 1600, 190, 34, '#1a231b', 3) + weed(1300, 1360, 1100, 120, 24, '#0d1411', 8)
  // near bank, left: two boles, palmetto, moss
  // wooded bank on the left: the natural dark ground behind the headline
  front +=
    path('M-20 380C200 360 420 380 600 370C740 380 820 400 868 440C900 470 905 520 960 560L1000 634H-20z', '#2b4c43') +
    treeline(-300, 630, 1400, 120, '#2b4c43', 17, 2)
  for (const [x, h, k, m] of [
    [975, 330, 31, 1],
    [880, 410, 33, 1],
    [770, 470, 35],
    [650, 500, 37],
  ] as const)
    front += cypress(x, 634, h, {
      col: '#2b4c43',
      mossCol: m && '#335a4f',
      seed: k,
      tiers: 9,
      crown: 1.15,
      bare: 0.3,
      knees: 0,
    })
  front += treeline(-300, 636, 1240, 150, '#1f3b32', 23, 2)
  for (const [x, h, k] of [
    [810, 360, 41],
    [590, 480, 45],
  ] as const)
    front += cypress(x, 642, h, { col: '#1c352d', seed: k, tiers: 9, crown: 1.2, bare: 0.26, knees: 2 })
  front += treeline(-300, 646, 1080, 130, '#182e27', 29, 0)
  front +=
    path(
      'M-20 624H1130C1120 650 1010 672 1040 700C1060 722 930 738 960 764C980 784 900 792 880 800H-20z',
      '#16241f',
      0.93,
    ) + glints(300, 640, 760, 130, 9, '#35524a', 0.7, 41, 1.2)
  front +=
    path(
      'M-20 640C220 640 420 690 600 745C760 780 930 770 1040 780C1072 784 1094 794 1104 808C1075 842 960 862 880 930C780 1015 700 1090 640 1370H-20z',
      '#0f1915',
    ) +
    path(
      'M1104 808C1075 842 960 862 880 930C836 968 800 1006 770 1050C800 960 850 900 910 862C970 838 1040 822 1104 808z',
      '#2a2016',
    )
  front +=
    bole(170, 850, 150, 900, '#0f1b17', '#1d332c', 3) +
    bole(430, 800, 84, 860, '#13221d', '#24403a', 6) +
    moss(-20, 60, 420, 260, '#1c332c', 4, 16) +
    moss(260, 20, 380, 190, '#223d34', 7, 15) +
    path('M-20 -20H760C700 40 620 30 560 62C470 50 420 92 340 66C250 110 120 60 -20 130z', '#101d19')
  front +=
    palmetto(-60, 850, 1000, 190, ['#16271f', '#1d3329', '#263f31', '#0f1b17'], 15, 12) +
    palmetto(-60, 930, 560, 190, ['#0f1b17', '#14231c'], 11, 15)
  // near bank, right
  front +=
    bole(2300, 800, 120, 860, '#0f1b17', '#203a32', 9) +
    moss(2080, 10, 360, 210, '#1f3830', 17, 14) +
    path('M2460 -20H2020C2080 30 2140 20 2180 56C2260 44 2320 90 2460 84z', '#101d19') +
    palmetto(2120, 830, 360, 190, ['#14231c', '#1d3329', '#0f1b17'], 9, 22)
  front += put(2010, 786, 1.15, egret('#f1ead2', '#e9a23b', '#0f1b17'))
  const rising = fish('arapaima', 1080, 816, 1170, {
    rot: -2,
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
  return { size: SIZE, top: 0, back, mist: drifting, front, fish: rising }
}
