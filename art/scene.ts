import type { FishColours } from './fish/anatomy.ts'
import { FISH, type FishName, fish } from './fish/fish.ts'
import { cloud, glints, grad, mist, road, type Stop, sky, sun } from './light.ts'
import type { Palette } from './palettes.ts'
import { r, rng } from './pen.ts'
import { angler, guide, sitter, skiff } from './people.ts'
import { LEAF, palmetto, reeds, treeline } from './plants.ts'
import { bole } from './trees.ts'

/** Width and height of a picture. */
export type Size = readonly [width: number, height: number]

/** The whole file. `y` is where the view begins. */
export const doc = (w: number, h: number, inner: string, title: string, y = 0): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${y} ${w} ${h}" preserveAspectRatio="xMidYMid slice"><title>${title}</title><defs>${LEAF}</defs><clipPath id="f"><path d="M0 ${y}h${w}v${h}H0z"/></clipPath><g clip-path="url(#f)">${inner}</g></svg>`

export const rect = (x: number, y: number, w: number, h: number, c: string, o?: number): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${c}"${o ? ` opacity="${o}"` : ''}/>`

export const path = (d: string, c: string, o?: number): string =>
  `<path d="${d}" fill="${c}"${o ? ` opacity="${o}"` : ''}/>`

/** A skiff with angler, companion and guide. */
export const crew = (p: Palette, o: { line?: readonly [number, number]; mate?: boolean } = {}): string =>
  skiff(p.ink, p.w0, p.ink) +
  `<g transform="translate(66 -17)">${angler(p.ink, { shirt: p.warm, hatC: p.cloth, skin: p.skin, rod: p.ink, line: o.line })}</g>` +
  (o.mate === false
    ? ''
    : `<g transform="translate(160 -14)">${sitter(p.ink, { shirt: p.cloth, hatC: p.ink, skin: p.skin })}</g>`) +
  `<g transform="translate(248 -18)">${guide(p.ink, { shirt: p.mid, hatC: p.cloth, skin: p.skin })}</g>`

/** Slanting shafts of light under water. */
export function shafts(
  x: number,
  y: number,
  w: number,
  h: number,
  n: number,
  col: string,
  seed: number,
  op = 0.12,
): string {
  const q = rng(seed)
  let d = ''
  for (let i = 0; i < n; i++) {
    const a = x + (w * (i + q())) / n,
      ww = (w / n) * (0.15 + q() * 0.35),
      sl = h * 0.35
    d += `M${Math.round(a)} ${y}h${Math.round(ww)}l${-Math.round(sl - ww * 0.6)} ${Math.round(h * (0.6 + q() * 0.4))}h${-Math.round(ww * 1.6)}z`
  }
  const [id, g] = grad([
    [0, col, op],
    [1, col, 0],
  ])
  return g + path(d, `url(#${id})`)
}

export function weed(x: number, y: number, w: number, h: number, n: number, col: string, seed: number): string {
  const q = rng(seed)
  let d = ''
  for (let i = 0; i < n; i++) {
    const a = x + (w * (i + q())) / n,
      l = h * (0.4 + 0.6 * q()),
      t = 3 + l * 0.03,
      b = (q() - 0.5) * l * 0.4
    d += `M${Math.round(a - t)} ${y}C${Math.round(a - t + b)} ${Math.round(y - l * 0.35)} ${Math.round(a - b)} ${Math.round(y - l * 0.65)} ${Math.round(a + b * 0.6)} ${Math.round(y - l)}C${Math.round(a - b + t * 2)} ${Math.round(y - l * 0.6)} ${Math.round(a + b + t * 2)} ${Math.round(y - l * 0.35)} ${Math.round(a + t)} ${y}z`
  }
  return path(d, col)
}

/** Water from a wavy line downward. */
export function surface(w: number, y: number, amp: number, n: number, depth: number, col: string): string {
  let d = `M0 ${y}`
  const st = w / n
  for (let i = 0; i < n; i++) d += `q${Math.round(st / 2)} ${i % 2 ? amp : -amp} ${Math.round(st)} 0`
  return path(`${d}L${w} ${y}V${y + depth}H0z`, col)
}

export function bubbles(x: number, y: number, n: number, col: string, seed: number): string {
  const q = rng(seed)
  let s = ''
  for (let i = 0; i < n; i++)
    s += `<circle cx="${Math.round(x + (q() - 0.5) * 60)}" cy="${Math.round(y - i * 26 - q() * 14)}" r="${r(3 + q() * 6)}" fill="none" stroke="${col}" stroke-width="2" opacity=".7"/>`
  return s
}

interface RiverOptions {
  /** Where the water begins. */
  y?: number
  /** The sun: its place and radius, and how far above the water, in radii. */
  sx?: number
  sr?: number
  rise?: number
  stops?: readonly Stop[]
  seed?: number
}

/** Standard river scene: sky, sun, far shore, water. */
export function river(
  p: Palette,
  [W, H]: Size,
  { y = H * 0.58, sx = W * 0.5, sr = W * 0.1, stops, seed = 5, rise = 0.5 }: RiverOptions = {},
): string {
  const [g, d] = grad([
    [0, p.w0],
    [0.3, p.w1],
    [1, p.w2],
  ])
  return (
    sky(
      W,
      y + 4,
      stops || [
        [0, p.s0],
        [0.3, p.s1],
        [0.62, p.s2],
        [0.84, p.s3],
        [1, p.s4],
      ],
    ) +
    sun(sx, y - sr * rise, sr, p.sun, p.halo) +
    treeline(-60, y, W + 120, H * 0.075, p.far, seed, 3) +
    mist(-W * 0.1, y - H * 0.05, W * 1.1, H * 0.05, p.mist, 0.6, seed) +
    d +
    rect(0, y, W, H - y, `url(#${g})`) +
    road(sx, y + 8, H * 0.24, sr * 1.5, sr * 2.8, p.sun, 11, seed, 0.9) +
    glints(-40, y + 14, W + 80, H * 0.3, 20, p.sun, 0.3, seed + 1, 1.1) +
    glints(0, y + 20, W, H * 0.36, 14, p.w3, 0.34, seed + 2, 1.5)
  )
}

/** Underwater room: tinted gradient, shafts, weed, and a surface where `y` is above zero. */
export function deep(
  p: Palette,
  [W, H]: Size,
  { y = -20, seed = 3, stops, weedCol }: { y?: number; seed?: number; stops?: readonly Stop[]; weedCol?: string } = {},
): string {
  const [g, d] = grad(
    stops || [
      [0, p.s0],
      [0.2, p.s1],
      [0.5, p.s2],
      [0.8, p.s3],
      [1, p.s4],
    ],
  )
  return (
    d +
    (y > 0 ? surface(W, y, 7, 14, H, `url(#${g})`) + surface(W, y, 7, 14, 9, p.sun) : rect(0, 0, W, H, `url(#${g})`)) +
    shafts(W * 0.1, Math.max(0, y + 8), W * 1.1, (H - Math.max(0, y)) * 0.8, 7, p.halo, seed, 0.2) +
    weed(0, H + 10, W, H * 0.16, Math.round(W / 45), weedCol || p.ink, seed)
  )
}

interface PosterOptions {
  x?: number
  y?: number
  len?: number
  seed?: number
  /** Radius of the sun behind it, as a share of the shorter side. */
  disc?: number
  c?: Partial<FishColours>
  stops?: readonly Stop[]
}

/** Poster fish: one fish across a sun disc, reeds at the foot. */
export function poster(
  p: Palette,
  [W, H]: Size,
  name: FishName,
  { x = W * 0.06, y, len = W * 0.88, seed = 2, disc = 0.34, c = {}, stops }: PosterOptions = {},
): string {
  const f = FISH[name],
    fh = (f.height * len) / f.width,
    fy = y ?? H * 0.46 - fh / 2
  return (
    sky(
      W,
      H,
      stops || [
        [0, p.s0],
        [0.5, p.s1],
        [1, p.s2],
      ],
    ) +
    `<circle cx="${W / 2}" cy="${Math.round(H * 0.45)}" r="${Math.round(Math.min(W, H) * disc)}" fill="${p.sun}"/>` +
    cloud(-W * 0.1, H * 0.3, W * 0.5, H * 0.03, p.s3, seed, 0.7) +
    cloud(W * 0.62, H * 0.22, W * 0.5, H * 0.03, p.s3, seed + 3, 0.7) +
    rect(0, H * 0.74, W, H, p.w2) +
    surface(W, H * 0.74, 6, 10, H * 0.05, p.w1) +
    glints(0, H * 0.76, W, H * 0.2, 16, p.w0, 0.55, seed, 1.2) +
    reeds(-20, H + 10, W * 0.34, H * 0.3, p.near, 10, seed) +
    reeds(W * 0.7, H + 10, W * 0.34, H * 0.34, p.ink, 10, seed + 1) +
    fish(name, x, fy, len, { c })
  )
}

/** A close bole and palmetto closing one side. */
export const corner = (p: Palette, W: number, H: number, right: boolean, seed: number): string =>
  right
    ? bole(W - 60, H * 0.98, 110, H * 1.05, p.ink, p.near, seed) +
      palmetto(W - 320, H + 10, 360, 190, [p.ink, p.near], 9, seed)
    : bole(60, H * 0.98, 110, H * 1.05, p.ink, p.near, seed) + palmetto(-50, H + 10, 360, 190, [p.ink, p.near], 9, seed)
