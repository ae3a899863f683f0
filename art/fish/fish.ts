import { curve, r, strokePath } from '../pen.ts'
import type { FishColours } from './anatomy.ts'
import { arapaima } from './arapaima.ts'
import { gar } from './gar.ts'
import { knifefish } from './knifefish.ts'
import { pacu } from './pacu.ts'
import { peacock } from './peacock.ts'
import { redtail } from './redtail.ts'
import { shovelnose } from './shovelnose.ts'
import { tilapia } from './tilapia.ts'

export const FISH = { gar, arapaima, redtail, pacu, peacock, tilapia, shovelnose, knifefish }
export type FishName = keyof typeof FISH

interface FishOptions {
  flip?: boolean
  /** Degrees about its middle. */
  rot?: number
  /** Other colours than its own; `rim` is a line of light along the back. */
  c?: Partial<FishColours> & { rim?: string }
}

/** What a fish is not given a colour for is not drawn with it either. */
const NO_COLOURS: FishColours = { back: '', side: '', belly: '', fin: '', ink: '', hi: '', red: '', spot: '' }

/** A fish `len` px long with its box's corner at x,y. */
export function fish(
  name: FishName,
  x: number,
  y: number,
  len: number,
  { flip = false, rot = 0, c = {} }: FishOptions = {},
): string {
  const f = FISH[name]
  const s = len / f.width
  const { rim, ...colours } = c
  const turn = rot ? ` rotate(${rot} ${r(len / 2)} ${r((f.height * s) / 2)})` : ''
  const scale = `scale(${r(flip ? -s * 1000 : s * 1000) / 1000} ${r(s * 1000) / 1000})`
  const mirror = flip ? ` translate(${-f.width} 0)` : ''
  const light = rim ? strokePath(curve(f.top.slice(1)), rim, 5, ' opacity=".85"') : ''
  return `<g transform="translate(${r(x)} ${r(y)})${turn} ${scale}${mirror}">${f.draw({ ...NO_COLOURS, ...f.colours, ...colours })}${light}</g>`
}

/** One-colour silhouette of a fish, for distant shapes. */
export function shadow(
  name: FishName,
  x: number,
  y: number,
  len: number,
  col: string,
  options: Omit<FishOptions, 'c'> = {},
): string {
  const c = { back: col, side: col, belly: col, fin: col, ink: col, hi: col, red: col, spot: col }
  return fish(name, x, y, len, { ...options, c })
}
