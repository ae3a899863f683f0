import { cloud, cumulus, glints, grad, lens, sky } from '../light.ts'
import { palm, palmetto, reeds, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, rect } from '../scene.ts'

/** A summer thunderhead climbs over flat palm country. The light comes from the left; the tower leans away from it. */
export const plate: Plate = {
  palette: 'stormBuild',
  draw: (p) => {
    const [rain, rainGradient] = grad([
      [0, p.s0, 0.85],
      [0.7, p.s0, 0.35],
      [1, p.s0, 0],
    ])
    const [water, waterGradient] = grad([
      [0, '#a79c80'],
      [0.16, p.w1],
      [0.55, p.w2],
      [1, p.near],
    ])
    return (
      sky(1200, 700, [
        [0, p.s0],
        [0.42, p.s1],
        [0.74, p.s3],
        [1, p.s4],
      ]) +
      cloud(-120, 200, 420, 26, p.s1, 3, 0.9) +
      cloud(-60, 470, 380, 20, p.s3, 7, 0.8) +
      // the anvil, then the tower from its shaded side to its lit one
      path(
        'M330 138C420 84 560 66 700 74C860 82 1030 98 1240 82V214C1080 196 960 232 850 236C700 242 470 214 330 138z',
        SHADE,
      ) +
      path(
        'M330 138C420 84 560 66 700 74C860 82 1030 98 1240 82V106C1060 128 900 132 760 150C600 170 440 166 330 138z',
        HALF,
      ) +
      path(
        'M330 138C420 84 560 66 700 74C760 77 820 81 880 85C760 100 640 122 520 134C450 140 390 142 330 138z',
        p.mist,
      ) +
      billows(SHADED_SIDE, SHADE) +
      billows(MIDDLE, HALF) +
      billows(LIT_SIDE, p.mist) +
      cumulus(170, 604, 250, 90, p.s3, 4) +
      rect(0, 606, 1200, 100, p.s4) +
      // the dark shelf, its torn lower edge, and the rain under it
      rainGradient +
      path('M560 596h560l-96 150H470z', `url(#${rain})`) +
      path('M820 596h210l-90 150H742z', p.s0, 0.4) +
      path(
        'M250 590C380 566 520 584 660 578C840 570 1010 566 1150 590C1190 600 1150 622 1080 618C1010 640 930 616 860 634C790 650 720 618 640 632C560 644 500 616 420 622C340 626 260 616 250 590z',
        p.s0,
      ) +
      path('M520 640l-16 34 13-1-20 36 11 0-18 42 44-54-13 1 24-30-14 0 16-28z', p.sun) +
      treeline(-50, 704, 1300, 54, p.mid, 6, 7) +
      waterGradient +
      rect(0, 700, 1200, 200, `url(#${water})`) +
      path(lens(300, 716, 620, 8) + lens(180, 738, 420, 10), p.mist, 0.5) +
      glints(0, 710, 1200, 170, 18, p.s3, 0.42, 4, 1.2) +
      glints(500, 712, 700, 150, 10, p.s0, 0.5, 8, 1.4) +
      palm(176, 850, 560, p.near, p.ink, 4, 1.1, p.mid) +
      palm(318, 856, 380, p.near, p.ink, 8, 1) +
      palmetto(-60, 912, 560, 190, [p.ink, p.near, p.ink], 14, 4) +
      reeds(700, 912, 540, 130, p.ink, 30, 4)
    )
  },
}

const SHADE = '#66788a'
const HALF = '#b9bdb6'

type Billow = readonly [x: number, y: number, radius: number]

const SHADED_SIDE: readonly Billow[] = [
  [450, 550, 110],
  [560, 480, 140],
  [700, 500, 150],
  [900, 530, 120],
  [985, 480, 92],
  [860, 430, 110],
  [945, 372, 82],
  [740, 380, 130],
  [600, 380, 130],
  [850, 310, 96],
  [640, 280, 110],
  [770, 250, 92],
  [700, 200, 84],
  [830, 196, 66],
  [1040, 560, 70],
]
const MIDDLE: readonly Billow[] = [
  [400, 552, 96],
  [482, 500, 108],
  [600, 540, 130],
  [720, 550, 100],
  [562, 430, 108],
  [680, 440, 104],
  [522, 362, 84],
  [702, 334, 88],
  [602, 300, 94],
  [660, 226, 80],
  [726, 180, 58],
  [640, 172, 62],
]
const LIT_SIDE: readonly Billow[] = [
  [352, 566, 74],
  [412, 520, 78],
  [480, 470, 80],
  [440, 574, 84],
  [548, 572, 66],
  [452, 402, 60],
  [556, 410, 72],
  [520, 348, 74],
  [494, 296, 48],
  [562, 254, 70],
  [604, 196, 56],
  [648, 150, 44],
]

/** A heap of round clouds in one tone, down to where the shelf covers them. */
const billows = (heap: readonly Billow[], col: string) =>
  path(
    heap
      .map(
        ([x, y, radius]) =>
          `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`,
      )
      .join(''),
    col,
  )
