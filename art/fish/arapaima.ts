import { fillPath, strokePath } from '../pen.ts'
import { body, eye, type Fish, plane, rays, scales } from './anatomy.ts'

/** Arapaima: small flattened head, upturned mouth, deep forebody, dorsal and anal far back, small round tail. Box 1000 x 300. */
export const arapaima: Fish = {
  width: 1000,
  height: 300,
  colours: {
    back: '#33483f',
    side: '#5f7a66',
    belly: '#b9bd92',
    fin: '#2c3a34',
    ink: '#101814',
    hi: '#f0c66a',
    red: '#c8452b',
  },
  top: [
    [0, 136],
    [14, 124],
    [40, 116],
    [75, 107],
    [110, 97],
    [150, 86],
    [220, 73],
    [320, 63],
    [420, 60],
    [520, 66],
    [620, 79],
    [700, 93],
    [780, 109],
    [850, 123],
    [908, 132],
  ],
  bot: [
    [0, 136],
    [6, 148],
    [30, 160],
    [70, 174],
    [110, 188],
    [150, 199],
    [220, 216],
    [320, 229],
    [420, 232],
    [520, 226],
    [620, 214],
    [700, 202],
    [800, 186],
    [860, 176],
    [908, 170],
  ],
  draw(c) {
    const f = arapaima
    return (
      fillPath('M896 130C928 112 966 108 986 126C1004 144 1004 164 990 180C970 196 930 190 896 172Z', c.fin) +
      rays([904, 132], [904, 170], [982, 118], [982, 186], 7, c.red, 2.6, 0.7) +
      fillPath('M690 94C716 66 770 54 824 66C862 76 892 96 904 122C906 132 898 138 890 134L866 126Z', c.fin) +
      rays([712, 96], [880, 130], [752, 66], [896, 112], 11, c.red, 2.4, 0.6) +
      fillPath('M706 200C730 228 782 244 832 234C866 226 892 208 902 184C904 174 896 168 888 170Z', c.fin) +
      rays([724, 198], [880, 172], [764, 232], [896, 190], 11, c.red, 2.4, 0.6) +
      fillPath('M506 226C510 250 528 270 556 276C570 278 572 266 566 256C556 242 546 232 544 224Z', c.fin) +
      fillPath(body(f), c.side) +
      fillPath(
        plane(f, 10, 908, 0, (t) => 0.4 + 0.04 * Math.sin(t * 5)),
        c.back,
      ) +
      fillPath(
        plane(f, 10, 800, (t) => 0.73 + 0.27 * t ** 3, 1),
        c.belly,
      ) +
      scales(f, 172, 890, 7, 34, 'arc', c.ink, 2.6, 0.34, 0.06, 0.88) +
      scales(f, 420, 900, 7, 27, 'arc', c.red, 4, 0.95, 0.1, 0.92, 1.5) +
      fillPath(
        'M146 88C128 112 128 168 150 198C168 184 176 160 174 138C172 116 160 96 146 88Z',
        c.back,
        ' opacity=".8"',
      ) +
      strokePath('M146 90C130 116 130 168 152 197', c.ink, 3.6) +
      strokePath('M96 104C90 130 92 160 104 184', c.ink, 2.2, ' opacity=".55"') +
      strokePath('M2 137C24 140 44 148 58 164', c.ink, 4.4) +
      fillPath('M14 124C30 118 60 112 92 104L96 116C66 120 38 126 22 132Z', c.side, ' opacity=".6"') +
      eye(66, 129, 9, c) +
      fillPath('M150 190C156 216 180 240 214 244C228 245 228 232 220 222C206 206 192 194 182 186Z', c.fin) +
      rays([156, 192], [178, 188], [186, 238], [222, 230], 4, c.side, 2, 0.7)
    )
  },
}
