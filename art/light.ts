import { fillPath, r, rng } from './pen.ts'

/** Offset from 0 to 1, colour, and opacity where it is not full. */
export type Stop = readonly [offset: number, colour: string, opacity?: number]

/** Gradients and clips are named within their picture, from zero again in the next one. */
let nextId = 0
export const resetIds = () => {
  nextId = 0
}
export const newId = (letter: 'c' | 'g') => `${letter}${nextId++}`

/** A gradient from top to bottom: its id and its element. */
export function grad(stops: readonly Stop[]): [id: string, element: string] {
  const id = newId('g')
  const marks = stops.map(
    ([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a != null ? ` stop-opacity="${a}"` : ''}/>`,
  )
  return [id, `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${marks.join('')}</linearGradient>`]
}

export function sky(w: number, h: number, stops: readonly Stop[], y = 0): string {
  const [id, g] = grad(stops)
  return `${g}<rect y="${y}" width="${w}" height="${h}" fill="url(#${id})"/>`
}

export const sun = (x: number, y: number, s: number, c: string, halo?: string): string =>
  `${halo ? `<circle cx="${x}" cy="${y}" r="${r(s * 2.3)}" fill="${halo}" opacity=".16"/><circle cx="${x}" cy="${y}" r="${r(s * 1.55)}" fill="${halo}" opacity=".26"/>` : ''}<circle cx="${x}" cy="${y}" r="${s}" fill="${c}"/>`

/** Woodblock mist: stacked bars with drawn-out ends, merged into one band. */
export function mist(x: number, y: number, w: number, h: number, col: string, op = 0.7, seed = 1): string {
  const q = rng(seed)
  let d = ''
  for (let i = 0; i < 4; i++) {
    const hh = h * (0.34 + q() * 0.3),
      yy = y + (h - hh) * (i / 3),
      ww = w * (0.45 + q() * 0.5),
      xx = x + (w - ww) * q(),
      k = ww * (0.1 + q() * 0.12),
      R = Math.round
    d += `M${R(xx)} ${R(yy + hh * 0.62)}C${R(xx + k * 0.5)} ${R(yy + hh * 0.5)} ${R(xx + k * 0.7)} ${R(yy)} ${R(xx + k)} ${R(yy)}H${R(xx + ww - k)}C${R(xx + ww - k * 0.7)} ${R(yy)} ${R(xx + ww - k * 0.4)} ${R(yy + hh * 0.5)} ${R(xx + ww)} ${R(yy + hh * 0.62)}C${R(xx + ww - k * 0.4)} ${R(yy + hh * 0.8)} ${R(xx + ww - k * 0.6)} ${R(yy + hh)} ${R(xx + ww - k)} ${R(yy + hh)}H${R(xx + k)}C${R(xx + k * 0.6)} ${R(yy + hh)} ${R(xx + k * 0.4)} ${R(yy + hh * 0.8)} ${R(xx)} ${R(yy + hh * 0.62)}z`
  }
  return fillPath(d, col, ` opacity="${op}"`)
}

export const lens = (x: number, y: number, w: number, h: number): string =>
  `M${Math.round(x)} ${Math.round(y)}q${Math.round(w / 2)} ${-Math.round(h)} ${Math.round(w)} 0q${-Math.round(w / 2)} ${Math.round(h)} ${-Math.round(w)} 0z`

/** Horizontal glints: many tapered lenses, denser and thinner far away. */
export function glints(
  x: number,
  y: number,
  w: number,
  h: number,
  n: number,
  col: string,
  op = 0.8,
  seed = 3,
  big = 1,
): string {
  const q = rng(seed)
  let d = ''
  for (let i = 0; i < n; i++) {
    const t = (i + q() * 0.6) / n,
      ww = w * (0.12 + 0.3 * q()) * (0.5 + t * 0.7) * big
    d += lens(x + (w - ww) * q(), y + h * t * t, ww, 2 + 7 * t * big)
  }
  return fillPath(d, col, ` opacity="${op}"`)
}

/** Sun road: column of lenses below the sun. */
export function road(
  cx: number,
  y: number,
  h: number,
  w0: number,
  w1: number,
  col: string,
  n = 12,
  seed = 5,
  op = 1,
): string {
  const q = rng(seed)
  let d = ''
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1),
      ww = (w0 + (w1 - w0) * t) * (0.55 + q() * 0.6)
    d += lens(cx - ww / 2 + (q() - 0.5) * w0 * 0.3, y + h * t ** 1.4, ww, 3 + 9 * t)
  }
  return fillPath(d, col, op < 1 ? ` opacity="${op}"` : '')
}

/** Long flat cloud with stepped belly. */
export function cloud(x: number, y: number, w: number, h: number, col: string, seed = 2, op = 1): string {
  const q = rng(seed),
    n = 5 + Math.floor(q() * 3)
  let d = `M${Math.round(x)} ${Math.round(y)}`
  const st = w / n
  for (let i = 0; i < n; i++) {
    const u = Math.sin(((i + 0.5) / n) * Math.PI)
    const hh = h * u * (0.7 + q() * 0.5)
    d += `q${Math.round(st * 0.1)} ${-Math.round(hh)} ${Math.round(st * 0.5)} ${-Math.round(hh * 0.9)}t${Math.round(st * 0.5)} ${Math.round(hh * 0.9)}`
  }
  return fillPath(`${d}q${-Math.round(w * 0.5)} ${Math.round(h * 0.28)} ${-Math.round(w)} 0z`, col, ` opacity="${op}"`)
}

/** Summer cumulus: a heap of discs on a flat base. */
export function cumulus(x: number, y: number, w: number, h: number, col: string, seed = 1, op = 1): string {
  const q = rng(seed),
    R = Math.round
  let d = ''
  for (let row = 0; row < 4; row++) {
    const n = 6 - row,
      span = w * (1 - row * 0.22),
      y0 = y - h * row * 0.2
    for (let i = 0; i < n; i++) {
      const cx = x + (w - span) / 2 + span * ((i + 0.5) / n) + (q() - 0.5) * w * 0.05,
        rad = (span / n) * (0.66 + q() * 0.3)
      d += `M${R(cx - rad)} ${R(y0 - rad * 0.5)}a${R(rad)} ${R(rad)} 0 1 1 ${R(2 * rad)} 0a${R(rad)} ${R(rad)} 0 1 1 ${-R(2 * rad)} 0z`
    }
  }
  const id = newId('c')
  return `<clipPath id="${id}"><path d="M${R(x - w)} ${R(y - h * 3)}h${R(w * 3)}V${R(y)}h${R(-w * 3)}z"/></clipPath><g clip-path="url(#${id})">${fillPath(d, col, op < 1 ? ` opacity="${op}"` : '')}</g>`
}
