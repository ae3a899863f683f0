import { at, fillPath, strokePath } from '../pen.ts'
import { body, eye, type Fish, plane, rays } from './anatomy.ts'

/** Tiger shovelnose catfish: flat spade head, tiger bars, forked tail. Box 1000 x 320. */
export const shovelnose: Fish = {
  width: 1000,
  height: 320,
  colours: { back: '#4a4a46', side: '#a8a491', belly: '#ece4cc', fin: '#6f6a5c', ink: '#15161a', hi: '#f0c66a' },
  top: [
    [6, 190],
    [14, 180],
    [60, 172],
    [130, 158],
    [210, 140],
    [290, 120],
    [350, 106],
    [420, 102],
    [520, 108],
    [620, 120],
    [720, 136],
    [800, 150],
    [860, 158],
    [880, 158],
  ],
  bot: [
    [6, 190],
    [16, 200],
    [70, 208],
    [150, 216],
    [240, 226],
    [330, 236],
    [420, 240],
    [520, 236],
    [620, 226],
    [720, 214],
    [800, 204],
    [860, 200],
    [880, 200],
  ],
  draw(c) {
    const f = shovelnose
    return (
      fillPath(
        'M868 158C904 140 950 104 984 88C994 84 1000 92 994 102C974 132 958 158 956 180C958 204 974 230 992 258C998 268 992 276 982 272C948 256 904 220 868 202Z',
        c.fin,
      ) +
      rays([880, 162], [880, 198], [984, 98], [982, 264], 8, c.ink, 2.2, 0.35) +
      fillPath('M352 108C362 68 388 36 420 24C430 22 432 30 430 40C428 64 444 86 468 106Z', c.fin) +
      rays([362, 106], [460, 104], [412, 32], [430, 44], 6, c.ink, 2.2, 0.4) +
      fillPath('M634 124C660 98 700 92 726 104C734 110 730 122 740 142Z', c.fin) +
      fillPath('M650 222C660 250 688 272 718 274C728 274 728 264 724 254C718 238 722 224 726 212Z', c.fin) +
      fillPath('M520 236C526 260 546 280 572 282C582 282 582 272 576 262C568 248 562 240 560 232Z', c.fin) +
      fillPath(body(f), c.side) +
      fillPath(
        plane(f, 8, 880, 0, (t) => 0.36 + 0.04 * Math.sin(t * 6)),
        c.back,
      ) +
      fillPath(
        plane(f, 12, 860, (t) => 0.74 + 0.26 * t ** 4, 1),
        c.belly,
      ) +
      fillPath(
        [340, 390, 436, 486, 534, 584, 630, 678, 724, 770, 812, 850]
          .map((x, i) => {
            const t = at(f.top, x),
              o = at(f.bot, x),
              h = o - t
            const w = i % 3 === 1 ? 9 : 14
            return `M${x} ${Math.round(t + 6)}q${-w} ${Math.round(h * 0.35)} ${i % 2 ? 4 : -6} ${Math.round(h * (i % 2 ? 0.66 : 0.56))}q${w + 6} ${Math.round(-h * 0.3)} ${w} ${Math.round(-h * (i % 2 ? 0.66 : 0.56))}z`
          })
          .join(''),
        c.ink,
        ' opacity=".86"',
      ) +
      strokePath('M300 124C282 152 282 196 300 228', c.ink, 3.2, ' opacity=".75"') +
      strokePath('M8 191C60 196 130 198 190 194', c.ink, 4.4) +
      eye(196, 160, 7.5, c) +
      strokePath('M14 186C-4 214 20 262 90 268C150 272 200 262 260 284', c.ink, 4.6) +
      strokePath('M86 210C90 240 130 254 168 246', c.ink, 3.6) +
      fillPath('M292 226C304 254 334 276 368 276C380 275 378 264 370 256C352 238 338 228 328 222Z', c.fin)
    )
  },
}
