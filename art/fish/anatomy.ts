import { at, curve, type Point, r, rng, strokePath } from '../pen.ts'

export interface FishColours {
  back: string
  side: string
  belly: string
  fin: string
  ink: string
  hi: string
  red: string
  spot: string
}

/** A fish facing left, drawn from its profile in a box of its own. */
export interface Fish extends Profile {
  width: number
  height: number
  colours: Partial<FishColours>
  draw: (colours: FishColours) => string
}

/** The lines of back and belly, from the nose to the root of the tail. */
export interface Profile {
  top: readonly Point[]
  bot: readonly Point[]
}

export const body = (f: Profile): string => `${curve(f.top)}${curve([...f.bot].reverse(), 'L')}Z`

type Fraction = number | ((t: number) => number)

/** Longitudinal plane between two fractions of the body depth (0 = back, 1 = belly). */
export function plane(f: Profile, x0: number, x1: number, a: Fraction, b: Fraction, n = 12): string {
  const up: Point[] = [],
    dn: Point[] = []
  for (let i = 0; i <= n; i++) {
    const x = x0 + ((x1 - x0) * i) / n,
      t = at(f.top, x),
      o = at(f.bot, x)
    const A = typeof a === 'function' ? a(i / n) : a,
      B = typeof b === 'function' ? b(i / n) : b
    up.push([x, t + (o - t) * A])
    dn.push([x, t + (o - t) * B])
  }
  return `${curve(up) + curve(dn.reverse(), 'L')}Z`
}

/** Fin rays: straight strokes fanning between two edges. */
export function rays(a0: Point, a1: Point, b0: Point, b1: Point, n: number, col: string, w = 2, op = 0.45): string {
  let d = ''
  for (let i = 1; i < n; i++) {
    const t = i / n
    d += `M${Math.round(a0[0] + (a1[0] - a0[0]) * t)} ${Math.round(a0[1] + (a1[1] - a0[1]) * t)}L${Math.round(b0[0] + (b1[0] - b0[0]) * t)} ${Math.round(b0[1] + (b1[1] - b0[1]) * t)}`
  }
  return strokePath(d, col, w, ` opacity="${op}"`)
}

/** Rows of scale arcs or ganoid diamonds following the body. */
export function scales(
  f: Profile,
  x0: number,
  x1: number,
  rows: number,
  step: number,
  kind: 'arc' | 'dia',
  col: string,
  w: number,
  op: number,
  fa = 0.14,
  fb = 0.86,
  fade = 0,
): string {
  let d = ''
  const q = rng(11)
  for (let i = 0; i <= rows; i++) {
    const fr = fa + ((fb - fa) * i) / rows
    for (let x = x0 + (i % 2 ? step / 2 : 0); x < x1; x += step) {
      if (fade && q() > ((x - x0) / (x1 - x0)) * fade + 0.06) continue
      const t = at(f.top, x),
        o = at(f.bot, x),
        y = t + (o - t) * fr,
        h = ((o - t) * (fb - fa)) / rows
      if (kind === 'arc')
        d += `M${Math.round(x - step * 0.3)} ${Math.round(y - h * 0.5)}q${Math.round(step * 0.55)} ${Math.round(h * 0.5)} 0 ${Math.round(h)}`
      else
        d += `M${Math.round(x - step * 0.45)} ${Math.round(y - h * 0.5)}l${Math.round(step * 0.5)} ${Math.round(h * 0.5)}l${Math.round(-step * 0.22)} ${Math.round(h * 0.42)}`
    }
  }
  return strokePath(d, col, w, ` opacity="${op}" stroke-linejoin="round"`)
}

export const eye = (x: number, y: number, s: number, c: FishColours): string =>
  `<circle cx="${x}" cy="${y}" r="${s}" fill="${c.hi}"/><circle cx="${x - s * 0.1}" cy="${y}" r="${r(s * 0.6)}" fill="${c.ink}"/>`
