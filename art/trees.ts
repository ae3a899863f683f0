import { fillPath, type Random, r, rng, strokePath } from './pen.ts'

/** Foliage pad: lumpy top, slightly hanging belly. */
function clump(x: number, y: number, w: number, h: number, q: Random): string {
  const n = 4 + Math.floor(q() * 3)
  let d = `M${Math.round(x - w / 2)} ${Math.round(y + h * 0.1)}`,
    cx = x - w / 2,
    cy = y + h * 0.1
  for (let i = 0; i < n; i++) {
    const t = (i + 1) / n,
      nx = i === n - 1 ? x + w / 2 : x - w / 2 + w * t + (q() - 0.5) * w * 0.1,
      ny = i === n - 1 ? y + h * 0.15 : y - h * 0.55 * Math.sin(t * Math.PI) * (0.6 + q() * 0.7),
      b = h * (0.35 + q() * 0.5)
    d += `C${Math.round(cx + (nx - cx) * 0.1)} ${Math.round(cy - b)} ${Math.round(nx - (nx - cx) * 0.1)} ${Math.round(ny - b * 0.9)} ${Math.round(nx)} ${Math.round(ny)}`
    cx = nx
    cy = ny
  }
  d += `C${Math.round(x + w * 0.34)} ${Math.round(y + h * (0.4 + q() * 0.3))} ${Math.round(x + w * 0.12)} ${Math.round(y + h * 0.1)} ${Math.round(x)} ${Math.round(y + h * 0.25)}S${Math.round(x - w * 0.36)} ${Math.round(y + h * (0.45 + q() * 0.2))} ${Math.round(x - w / 2)} ${Math.round(y + h * 0.1)}z`
  return d
}

/** Spanish moss strands hanging from a line. */
export function moss(x: number, y: number, w: number, h: number, col: string, seed = 1, n = 7): string {
  const q = rng(seed),
    r = h > 60 ? Math.round : (n: number) => Math.round(n * 10) / 10
  let d = ''
  for (let i = 0; i < n; i++) {
    let xx = x + (w * (i + q() * 0.5)) / n
    const L = h * (0.3 + 0.7 * q()),
      ww = (w / n) * (0.8 + q() * 0.7),
      k = 2 + Math.floor(q() * 2)
    for (let j = 0; j < k; j++) {
      const l = L * (j === 1 ? 1 : 0.45 + q() * 0.4),
        u = (ww / k) * 1.25,
        sw = (q() - 0.5) * u * 1.6
      d += `M${r(xx)} ${r(y)}c${r(u * 0.1)} ${r(l * 0.35)} ${r(-u * 0.25 + sw)} ${r(l * 0.6)} ${r(u * 0.4 + sw)} ${r(l)}c${r(u * 0.05)} ${r(-l * 0.3)} ${r(u * 0.75 - sw * 0.4)} ${r(-l * 0.5)} ${r(u * 0.6 - sw)} ${r(-l)}z`
      xx += ww / k
    }
  }
  return fillPath(d, col)
}

interface CypressOptions {
  /** Of the bole. */
  w?: number
  col: string
  /** The lit side. */
  hi?: string
  mossCol?: string
  seed?: number
  tiers?: number
  knees?: number
  /** Reach of the crown. */
  crown?: number
  /** Share of the bole without limbs. */
  bare?: number
}

/** Bald cypress: flared, fluted foot, tapering bole, flat tiers, moss. (x,y) = foot centre. */
export function cypress(
  x: number,
  y: number,
  h: number,
  { w = h * 0.055, col, hi, mossCol, seed = 1, tiers = 8, knees = 3, crown = 1, bare = 0.42 }: CypressOptions,
): string {
  const q = rng(seed)
  let s = ''
  const W = w * 2.6,
    top = y - h,
    T = w * 0.32
  // limbs and tiers
  let limbs = '',
    leaf = '',
    leafHi = ''
  for (let i = 0; i < tiers; i++) {
    const t = i / Math.max(1, tiers - 1),
      yy = top + h * (1 - bare) * (0.02 + 0.94 * t * (0.8 + 0.2 * t)),
      dir = (i % 2 ? 1 : -1) * (q() > 0.15 ? 1 : -1)
    const reach = h * crown * (0.1 + 0.13 * Math.sin(Math.min(1, t * 1.25 + 0.12) * Math.PI * 0.75) + q() * 0.07),
      ph = h * (0.05 + 0.03 * q())
    const ty = yy - reach * (0.06 + q() * 0.12)
    limbs += `M${r(x)} ${r(yy + h * 0.06)}C${r(x + dir * reach * 0.25)} ${r(yy + h * 0.03)} ${r(x + dir * reach * 0.5)} ${r(yy + h * 0.025)} ${r(x + dir * reach)} ${r(ty)}`
    leaf +=
      clump(x + dir * reach * 0.78, ty, reach * 1.05, ph, q) +
      clump(x + dir * reach * 0.3, yy - h * 0.012, reach * 0.95, ph * 0.9, q) +
      (q() > 0.35 ? clump(x - dir * reach * 0.42, yy - h * 0.03, reach * 0.8, ph * 0.8, q) : '')
    if (hi)
      leafHi +=
        clump(x + dir * reach * 0.82 + reach * 0.08, ty - ph * 0.2, reach * 0.6, ph * 0.45, q) +
        clump(x + reach * 0.12, yy - h * 0.02 - ph * 0.1, reach * 0.4, ph * 0.35, q)
    if (mossCol && q() > 0.2)
      s += moss(
        x + dir * reach * 0.78 - reach * 0.42,
        ty + ph * 0.1,
        reach * 0.84,
        h * (0.06 + q() * 0.09),
        mossCol,
        seed * 7 + i,
        5,
      )
  }
  s += strokePath(limbs, col, r(w * 0.16))
  s += fillPath(
    `M${r(x - W / 2)} ${r(y)}C${r(x - W * 0.3)} ${r(y - h * 0.06)} ${r(x - w * 0.55)} ${r(y - h * 0.14)} ${r(x - w * 0.46)} ${r(y - h * 0.3)}L${r(x - T / 2)} ${r(top)}h${r(T)}L${r(x + w * 0.46)} ${r(y - h * 0.3)}C${r(x + w * 0.55)} ${r(y - h * 0.14)} ${r(x + W * 0.3)} ${r(y - h * 0.06)} ${r(x + W / 2)} ${r(y)}Q${r(x + W * 0.3)} ${r(y + w * 0.18)} ${r(x + W * 0.18)} ${r(y)}T${r(x - W * 0.1)} ${r(y)}T${r(x - W / 2)} ${r(y)}z`,
    col,
  )
  if (hi)
    s += fillPath(
      `M${r(x + w * 0.16)} ${r(y - h * 0.04)}C${r(x + w * 0.3)} ${r(y - h * 0.12)} ${r(x + w * 0.26)} ${r(y - h * 0.2)} ${r(x + w * 0.3)} ${r(y - h * 0.32)}L${r(x + T * 0.3)} ${r(top + h * 0.1)}L${r(x + w * 0.42)} ${r(y - h * 0.3)}C${r(x + w * 0.46)} ${r(y - h * 0.14)} ${r(x + w * 0.7)} ${r(y - h * 0.06)} ${r(x + W * 0.42)} ${r(y - w * 0.04)}C${r(x + w * 0.6)} ${r(y - h * 0.02)} ${r(x + w * 0.3)} ${r(y - h * 0.02)} ${r(x + w * 0.16)} ${r(y - h * 0.04)}z`,
      hi,
    )
  s += fillPath(leaf, col)
  if (hi) s += fillPath(leafHi, hi)
  for (let i = 0; i < knees; i++) {
    const kx = x + (i % 2 ? 1 : -1) * W * (0.55 + 0.28 * i + q() * 0.2),
      kh = h * (0.02 + q() * 0.03),
      kw = w * (0.3 + q() * 0.2)
    s += fillPath(
      `M${r(kx - kw / 2)} ${r(y + 2)}Q${r(kx - kw * 0.25)} ${r(y - kh)} ${r(kx)} ${r(y - kh)}T${r(kx + kw / 2)} ${r(y + 2)}z`,
      col,
    )
  }
  return s
}

/** A close cypress bole that runs out of the frame at the top. */
export function bole(x: number, y: number, w: number, h: number, col: string, hi: string, seed = 1): string {
  const q = rng(seed),
    W = w * 2.3
  const s = fillPath(
    `M${r(x - W / 2)} ${r(y)}C${r(x - W * 0.34)} ${r(y - h * 0.1)} ${r(x - w * 0.56)} ${r(y - h * 0.26)} ${r(x - w * 0.48)} ${r(y - h * 0.5)}L${r(x - w * 0.4)} ${r(y - h)}H${r(x + w * 0.4)}L${r(x + w * 0.48)} ${r(y - h * 0.5)}C${r(x + w * 0.56)} ${r(y - h * 0.26)} ${r(x + W * 0.34)} ${r(y - h * 0.1)} ${r(x + W / 2)} ${r(y)}z`,
    col,
  )
  let d = ''
  for (let i = 0; i < 6; i++) {
    const u = -0.36 + i * 0.145 + (q() - 0.5) * 0.05,
      k = q() * 0.1
    d += `M${r(x + W * u * 1.02)} ${r(y - h * 0.01)}C${r(x + W * u * 0.72)} ${r(y - h * (0.1 + k))} ${r(x + w * u * 1.15)} ${r(y - h * 0.25)} ${r(x + w * u)} ${r(y - h * (0.42 + q() * 0.5))}C${r(x + w * (u + 0.05))} ${r(y - h * 0.3)} ${r(x + W * u * 0.78 + w * 0.06)} ${r(y - h * 0.12)} ${r(x + W * (u + 0.055))} ${r(y - h * 0.01)}z`
  }
  return s + fillPath(d, hi)
}
