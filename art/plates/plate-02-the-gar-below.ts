import { fish, shadow } from '../fish/fish.ts'
import { sky } from '../light.ts'
import { put } from '../pen.ts'
import { angler, skiff } from '../people.ts'
import { treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { bubbles, deep } from '../scene.ts'

/** An alligator gar hangs in amber water beneath the hull of a small skiff. */
export const plate: Plate = {
  palette: 'blackwater',
  draw: (p, size) => {
    const [W] = size
    return `${
      sky(W, 250, [
        [0, '#f6d28a'],
        [1, '#e9a23b'],
      ]) +
      treeline(-60, 244, 1100, 80, '#a2622a', 4, 3) +
      deep(p, size, { y: 240, seed: 5 }) +
      hullBelow(300, 236, 1.15, p.ink) +
      put(300, 236, 1.15, skiff(p.ink, p.mid, p.ink))
    }<g transform="translate(380 216) scale(1.150)">${angler(p.ink, { shirt: p.warm, hatC: '#f1e3bf', skin: p.skin, rod: p.ink })}</g><path d="M205 96C196 300 210 470 168 628" stroke="#f6d28a" stroke-width="2" fill="none" opacity=".7"/>${shadow('gar', 260, 960, 560, '#2b2016', { rot: 4 })}${lure(178, 640, p.warm, p.sun)}${fish('gar', 50, 640, 830, { rot: -16, c: { rim: '#e9a23b', back: '#2c2f22', side: '#5d5a34', belly: '#c79a55', fin: '#3d351f', spot: '#191811' } })}${bubbles(190, 600, 5, p.sun, 2)}`
  },
}

const hullBelow = (x: number, y: number, s: number, c: string) =>
  `<path transform="translate(${x} ${y}) scale(${s})" d="M0 0C40 16 80 24 150 25C230 26 280 18 300 0z" fill="${c}"/>`
const lure = (x: number, y: number, c: string, m: string) =>
  `<path d="M${x} ${y}l-26 7q-8 2 -14 -2l8 -7z" fill="${c}"/><path d="M${x - 12} ${y + 6}q2 10 9 7" fill="none" stroke="${m}" stroke-width="2.500"/>`
