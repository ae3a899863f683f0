import { cloud, sky, sun } from '../light.ts'

/** The sky of both heroes: `yW` is the water line, `sx` and `sr` the sun. */
export function dawnSky(w: number, yW: number, o: { sx: number; sr: number }): string {
  let s = sky(w, yW + 10, [
    [0, '#0f2423'],
    [0.34, '#1f4340'],
    [0.62, '#5f8a78'],
    [0.82, '#d7c48c'],
    [1, '#f2a65a'],
  ])
  s += sun(o.sx, yW - o.sr * 0.62, o.sr, '#fbe3a6', '#f7c873')
  s +=
    cloud(o.sx - o.sr * 4.4, yW - o.sr * 2.0, o.sr * 5, o.sr * 0.2, '#b9b487', 4, 0.55) +
    cloud(o.sx + o.sr * 0.6, yW - o.sr * 2.7, o.sr * 4.6, o.sr * 0.22, '#7fa08a', 8, 0.55) +
    cloud(o.sx - o.sr * 1.4, yW - o.sr * 1.0, o.sr * 3, o.sr * 0.13, '#f4d596', 12, 0.9)
  return s
}
