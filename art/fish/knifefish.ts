import { at, fillPath, r, strokePath } from '../pen.ts'
import { body, eye, type Fish, plane, rays } from './anatomy.ts'

/** Clown knifefish: humped nape, ribbon anal fin joined to the tail, ringed spots. Box 920 x 340. */
export const knifefish: Fish = {
  width: 920,
  height: 340,
  colours: { back: '#55605c', side: '#a9b2a4', belly: '#d9d8c4', fin: '#6c7670', ink: '#131716', hi: '#f0c66a' },
  top: [
    [6, 150],
    [20, 138],
    [60, 132],
    [110, 118],
    [160, 88],
    [220, 56],
    [290, 44],
    [370, 52],
    [470, 76],
    [570, 104],
    [670, 132],
    [770, 156],
    [850, 172],
    [906, 180],
  ],
  bot: [
    [6, 150],
    [14, 164],
    [50, 178],
    [100, 192],
    [150, 204],
    [220, 214],
    [300, 220],
    [400, 224],
    [500, 220],
    [600, 214],
    [700, 206],
    [800, 198],
    [860, 194],
    [906, 190],
  ],
  draw(c) {
    const f = knifefish
    return (
      fillPath(
        'M190 206C220 246 290 272 380 282C520 294 700 274 820 236C868 222 906 204 914 188C914 180 908 178 900 178L600 190Z',
        c.fin,
      ) +
      rays([210, 212], [890, 188], [240, 248], [906, 200], 34, c.ink, 2, 0.28) +
      fillPath('M410 60C424 34 444 22 462 22C470 24 468 34 464 46C462 58 466 68 472 76Z', c.fin) +
      fillPath(body(f), c.side) +
      fillPath(
        plane(f, 10, 900, 0, (_t) => 0.36),
        c.back,
      ) +
      fillPath(
        plane(f, 14, 860, (t) => 0.76 + 0.24 * t * t, 1),
        c.belly,
      ) +
      [420, 506, 588, 666, 738, 802]
        .map((x, i) => {
          const s = 17 - i * 1.8
          const y = at(f.top, x) * 0.3 + at(f.bot, x) * 0.7
          return `<circle cx="${x}" cy="${r(y)}" r="${r(s)}" fill="${c.belly}"/><circle cx="${x}" cy="${r(y)}" r="${r(s * 0.64)}" fill="${c.ink}"/>`
        })
        .join('') +
      strokePath('M156 96C140 126 140 174 160 204', c.ink, 3.2, ' opacity=".75"') +
      strokePath('M8 152C34 154 62 162 84 172', c.ink, 4.4) +
      eye(78, 146, 9, c) +
      fillPath('M160 186C176 178 206 186 222 204C226 212 218 218 208 216C188 214 170 208 160 200Z', c.fin)
    )
  },
}
