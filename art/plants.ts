import { fillPath, type Point, r, rng, strokePath } from './pen.ts'

function fanPath(): string {
  let d = 'M0 0'
  const n = 11
  for (let i = 0; i < n; i++) {
    const a = ((-100 + (200 * i) / (n - 1)) * Math.PI) / 180,
      b = ((-100 + (200 * (i + 0.5)) / (n - 1)) * Math.PI) / 180,
      L = 100 - Math.abs(i - 5) * 4
    d += `L${Math.round(Math.sin(a) * L)} ${Math.round(-Math.cos(a) * L)}`
    if (i < n - 1) d += `L${Math.round(Math.sin(b) * 52)} ${Math.round(-Math.cos(b) * 52)}`
  }
  return `${d}Z`
}

/** The leaf every fan is a copy of. */
export const LEAF = `<path id="n" d="${fanPath()}"/>`

/** Palmetto or sabal leaf: split fan, with a stalk where one is asked for. */
export function fan(x: number, y: number, s: number, rot: number, col: string, stalk = 0): string {
  const k = Math.round(s * 1000) / 1000
  return `${stalk ? `<path transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(rot)}) scale(${k})" d="M0 ${stalk}Q6 ${stalk / 2} 0 0" fill="none" stroke="${col}" stroke-width="5"/>` : ''}<use href="#n" transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(rot)}) scale(${k})" fill="${col}"/>`
}

/** Sabal (cabbage) palm: bare trunk, round head of fans, old leaves hanging. (x,y) = foot. */
export function palm(
  x: number,
  y: number,
  h: number,
  trunk: string,
  leaf: string,
  seed = 1,
  dens = 1,
  hi?: string,
): string {
  const q = rng(seed),
    lean = (q() - 0.5) * h * 0.12,
    R = h * 0.2,
    tw = h * 0.028,
    tx = x + lean,
    ty = y - h
  let s = fillPath(
    `M${r(x - tw * 1.3)} ${r(y)}Q${r(x - tw + lean * 0.2)} ${r(y - h * 0.5)} ${r(tx - tw)} ${r(ty)}h${r(tw * 2)}Q${r(x + tw + lean * 0.2)} ${r(y - h * 0.5)} ${r(x + tw * 1.3)} ${r(y)}z`,
    trunk,
  )
  // hanging old leaves, outer ring, inner ring: dark first, so the head reads as one ragged ball
  const ring = (n: number, a0: number, a1: number, l0: number, l1: number, sz: number, cols: readonly string[]) => {
    for (let i = 0; i < n; i++) {
      const a = a0 + ((a1 - a0) * i) / (n - 1) + (q() - 0.5) * 14,
        rad = (a * Math.PI) / 180,
        L = R * (l0 + q() * (l1 - l0)),
        drop = R * 0.1 * Math.abs(Math.sin(rad))
      const ex = tx + Math.sin(rad) * L,
        ey = ty - Math.cos(rad) * L * 0.84 + drop,
        col = cols[Math.floor(q() * cols.length)]!
      s += fan(ex, ey, R * sz * (0.85 + q() * 0.3), a + Math.sign(a) * 22, col)
    }
  }
  s += `<ellipse cx="${r(tx)}" cy="${r(ty - R * 0.12)}" rx="${r(R * 0.5)}" ry="${r(R * 0.46)}" fill="${leaf}"/>`
  ring(Math.round(6 * dens) + 1, -165, 165, 0.3, 0.5, 0.0052, [trunk])
  {
    let d = ''
    for (let i = 0; i < 9; i++) {
      const a = ((-120 + 30 * i) * Math.PI) / 180
      d += `M${r(tx)} ${r(ty)}L${r(tx + Math.sin(a) * R * 0.62)} ${r(ty - Math.cos(a) * R * 0.5)}`
    }
    s += strokePath(d, leaf, r(h * 0.009))
  }
  ring(Math.round(9 * dens), -132, 132, 0.52, 0.84, 0.0066, [leaf])
  ring(Math.round(6 * dens), -96, 96, 0.16, 0.4, 0.0062, [leaf])
  if (hi) ring(Math.max(3, Math.round(6 * dens)), -40, 96, 0.34, 0.7, 0.0042, [hi])
  return s
}

/** Saw palmetto thicket along a base line. */
export function palmetto(
  x: number,
  y: number,
  w: number,
  h: number,
  cols: readonly string[],
  n: number,
  seed = 1,
): string {
  const q = rng(seed)
  let s = ''
  for (let i = 0; i < n; i++) {
    const t = (i + q() * 0.7) / n,
      hh = h * (0.45 + q() * 0.55),
      rot = (t - 0.5) * 70 + (q() - 0.5) * 40
    s += fan(x + w * t, y - hh * 0.55, hh * 0.0062, rot, cols[Math.floor(q() * cols.length)]!, 110)
  }
  return s
}

/** Far tree line: soft lumps with the odd cabbage palm. */
export function treeline(x: number, y: number, w: number, h: number, col: string, seed = 1, palms = 3): string {
  const q = rng(seed)
  let d = `M${Math.round(x)} ${Math.round(y)}`
  let cx = x
  const tops: Point[] = []
  let cy = y - 2
  d += `L${Math.round(x)} ${Math.round(cy)}`
  while (cx < x + w) {
    const big = q() > 0.6,
      ww = h * (big ? 0.34 + q() * 0.4 : 0.12 + q() * 0.2),
      u = Math.min(1, (cx + ww - x) / w),
      edge = Math.max(0.02, Math.min(1, u * 9, (1 - u) * 9)),
      swell = edge * (0.55 + 0.3 * Math.sin(((cx - x) / h) * 0.55 + seed) + 0.15 * Math.sin(((cx - x) / h) * 1.7)),
      ny = y - h * Math.max(0.18 * edge, swell) * (0.75 + q() * 0.3),
      b = ww * (0.22 + q() * 0.3) * (0.3 + 0.7 * edge)
    d += `C${Math.round(cx + ww * 0.05)} ${Math.round(cy - b)} ${Math.round(cx + ww * 0.9)} ${Math.round(ny - b)} ${Math.round(cx + ww)} ${Math.round(ny)}`
    tops.push([cx + ww / 2, ny])
    cx += ww
    cy = ny
  }
  d += `L${Math.round(cx)} ${Math.round(y)}z`
  let s = fillPath(d, col)
  for (let i = 0; i < palms; i++) {
    const t = tops[Math.floor(((i + 0.3 + q() * 0.4) / palms) * tops.length)] || tops[0]!
    s += palm(t[0], y - h * 0.1, h * (1.15 + q() * 0.6), col, col, seed + i, 0.8)
  }
  return s
}

export function reeds(x: number, y: number, w: number, h: number, col: string, n: number, seed = 1): string {
  const q = rng(seed),
    r = Math.round
  let d = ''
  for (let i = 0; i < n; i++) {
    const xx = x + (w * (i + q())) / n,
      l = h * (0.45 + 0.55 * q()),
      b = (q() - 0.5) * l * 0.5,
      t = 2 + l * 0.025
    d += `M${r(xx - t)} ${r(y)}Q${r(xx - t * 0.3)} ${r(y - l * 0.6)} ${r(xx + b)} ${r(y - l)}Q${r(xx + t)} ${r(y - l * 0.55)} ${r(xx + t)} ${r(y)}z`
  }
  return fillPath(d, col)
}
