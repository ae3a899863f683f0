import { glints, mist, road, sky, sun } from '../light.ts'
import { rng } from '../pen.ts'
import { reeds, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, rect } from '../scene.ts'
import { bole, cypress, moss } from '../trees.ts'

/** Curtains of Spanish moss backlit by an amber morning: three depths of it, each under a limb of its own. */
export const plate: Plate = {
  palette: 'blackwater',
  draw: (p) =>
    sky(900, 1200, [
      [0, '#e9a23b'],
      [0.4, '#f4c877'],
      [0.72, '#f6d28a'],
      [1, '#c98a3a'],
    ]) +
    sun(520, 690, 176, '#fdf0c4', '#fdf0c4') +
    treeline(-50, 930, 1000, 110, '#c58a45', 6, 0) +
    cypress(180, 950, 420, { col: '#a9682c', mossCol: '#bd7f3c', seed: 5 }) +
    cypress(770, 944, 340, { col: '#b9793a', mossCol: '#c58a45', seed: 11 }) +
    mist(-80, 868, 1060, 64, '#f8dfa0', 0.7, 4) +
    rect(0, 930, 900, 280, '#8c5422') +
    road(520, 942, 210, 240, 430, '#fbe3a6', 11, 3) +
    glints(0, 950, 900, 230, 14, '#4d2e18', 0.5, 5, 1.4) +
    curtain(-20, 210, 940, 250, '#a9682c', 9, 76) +
    path(
      'M-20 196C160 228 420 190 640 214C760 226 860 206 930 216V248C820 236 740 252 620 240C420 222 170 262 -20 232z',
      '#8c5422',
    ) +
    curtain(-30, 120, 600, 430, '#6a3d1c', 4, 70) +
    curtain(640, 150, 300, 330, '#6a3d1c', 13, 68) +
    path(
      'M-20 66C160 120 380 96 560 142C680 172 800 132 930 150V190C800 178 690 214 550 184C370 146 150 178 -20 128z',
      '#4d2e18',
    ) +
    curtain(-30, 40, 330, 600, p.near, 7, 64) +
    curtain(250, 20, 300, 300, p.near, 15, 62) +
    curtain(560, 20, 370, 420, p.near, 21, 64) +
    bole(40, 1236, 120, 1320, p.ink, p.near, 3) +
    path('M-20 -20H920V34C800 62 700 40 600 60C500 84 420 56 330 72C230 96 120 140 -20 190z', p.ink) +
    reeds(-20, 1215, 960, 150, p.ink, 40, 5),
}

/** Moss along a limb: bunches of uneven length, longest where `seed` puts the swags. */
function curtain(x: number, y: number, w: number, h: number, col: string, seed: number, step: number): string {
  const q = rng(seed)
  let bunches = ''
  for (let at = 0; at < w; at += step * (0.7 + q() * 0.5)) {
    const swag = 0.34 + 0.4 * Math.abs(Math.sin((at / w) * 4.2 + seed)) + q() * 0.26
    bunches += moss(x + at, y - 6 + q() * 16, step * 1.5, h * swag, col, seed * 31 + Math.round(at), 5)
  }
  return bunches
}
