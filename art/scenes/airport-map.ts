import { curve, type Point } from '../pen.ts'
import { LEAF, palm, palmetto } from '../plants.ts'
import { cypress } from '../trees.ts'

const LAND = '#e6ead8'
const SEA = '#c3d6d2'
const COAST = '#8fb0ab'
const RIVER = '#1f6570'
const INK = '#12211c'
const RED = '#ad3720'
const TREE = '#a9bd95'
const TREE_DARK = '#94ad82'

const ARCADIA: Point = [311, 302]
const PUNTA_GORDA: Point = [276, 390]
const OTHERS: readonly Point[] = [
  [338, 504],
  [126, 246],
  [268, 69],
  [88, 93],
]

/** The Gulf coast from north to south: two bays, and the river's own. */
const SHORE: readonly Point[] = [
  [59, -24],
  [51, 72],
  [72, 150],
  [91, 177],
  [107, 150],
  [121, 111],
  [147, 87],
  [166, 120],
  [150, 162],
  [118, 198],
  [80, 210],
  [118, 267],
  [150, 336],
  [177, 384],
  [204, 438],
  [228, 420],
  [239, 387],
  [265, 378],
  [257, 420],
  [249, 468],
  [268, 510],
  [230, 531],
  [284, 534],
  [311, 564],
  [327, 636],
]
const COURSE: readonly Point[] = [
  [332, 51],
  [327, 96],
  [319, 150],
  [324, 201],
  [319, 258],
  [306, 300],
  [292, 330],
  [279, 357],
  [263, 378],
]

/** Arcadia, its river and five airports; the page sets the names over it. */
export function airportMap(): string {
  const shore = curve(SHORE)
  const lining = [26, 16, 8].map(
    (width, index) =>
      `<path d="${shore}" fill="none" stroke="${COAST}" stroke-width="${width}" opacity="${[0.16, 0.24, 0.5][index]}"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 540"><defs>${LEAF}</defs>` +
    `<path fill="${SEA}" d="M0 0h480v540H0z"/>${lining.join('')}` +
    `<path fill="${LAND}" d="${shore}L560 600L560 -40L60 -40Z"/>` +
    `<path d="${shore}" fill="none" stroke="${COAST}" stroke-width="2.5"/>` +
    cypress(420, 190, 92, { col: TREE_DARK, seed: 4, tiers: 7, knees: 2 }) +
    cypress(456, 196, 64, { col: TREE, seed: 9, tiers: 6, knees: 1 }) +
    palm(448, 452, 84, TREE_DARK, TREE_DARK, 4, 1, TREE) +
    palm(468, 458, 58, TREE, TREE_DARK, 9, 1) +
    palmetto(450, 462, 56, 26, [TREE, TREE_DARK], 6, 5) +
    `<path d="${curve(COURSE)}" fill="none" stroke="${RIVER}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M${ARCADIA.join(' ')}L${PUNTA_GORDA.join(' ')}" stroke="${RED}" stroke-width="3" stroke-dasharray="1 7" stroke-linecap="round"/>` +
    mark(PUNTA_GORDA, RED) +
    OTHERS.map((place) => mark(place, INK)).join('') +
    `<circle cx="${ARCADIA[0]}" cy="${ARCADIA[1]}" r="13" fill="${RED}"/><circle cx="${ARCADIA[0]}" cy="${ARCADIA[1]}" r="5" fill="#fff6ec"/></svg>`
  )
}

const mark = ([x, y]: Point, col: string) =>
  `<circle cx="${x}" cy="${y}" r="6.5" fill="#fdfdf9" stroke="${col}" stroke-width="3"/>`
