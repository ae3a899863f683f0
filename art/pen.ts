/** A point of a drawing. */
export type Point = readonly [x: number, y: number]
/** Random numbers from 0 to 1, the same ones for the same seed, so that a drawing never changes by itself. */
export type Random = () => number

/** To a tenth: finer than anybody sees, and short in the file. */
export const r = (n: number) => Math.round(n * 10) / 10

export function rng(seed: number): Random {
  let state = seed
  return () => {
    state |= 0
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Smooth open curve through points (Catmull-Rom to cubic). */
export function curve(points: readonly Point[], start: 'M' | 'L' = 'M'): string {
  const [x, y] = points[0]!
  let d = `${start}${Math.round(x)} ${Math.round(y)}`
  for (let i = 0; i < points.length - 1; i++) {
    const p1 = points[i]!
    const p2 = points[i + 1]!
    const p0 = points[i - 1] ?? p1
    const p3 = points[i + 2] ?? p2
    const c = [
      p1[0] + (p2[0] - p0[0]) / 6,
      p1[1] + (p2[1] - p0[1]) / 6,
      p2[0] - (p3[0] - p1[0]) / 6,
      p2[1] - (p3[1] - p1[1]) / 6,
      p2[0],
      p2[1],
    ].map(Math.round)
    d += `C${c[0]} ${c[1]} ${c[2]} ${c[3]} ${c[4]} ${c[5]}`
  }
  return d
}

/** Height of a line of points at `x`. */
export function at(points: readonly Point[], x: number): number {
  if (x <= points[0]![0]) return points[0]![1]
  for (let i = 0; i < points.length - 1; i++) {
    const [x0, y0] = points[i]!
    const [x1, y1] = points[i + 1]!
    if (x <= x1) return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
  }
  return points.at(-1)![1]
}

export const fillPath = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
export const strokePath = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${more}/>`

/** Places a drawing with its origin at a point. */
export const put = (x: number, y: number, scale: number, inner: string) =>
  `<g transform="translate(${r(x)} ${r(y)}) scale(${scale} ${scale})">${inner}</g>`
