interface FigureColours {
  skin?: string
  shirt?: string
  hatC?: string
}

const limb = (d: string, c: string, w: number): string =>
  `<path d="${d}" fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"/>`

const hat = (x: number, y: number, c: string): string =>
  `<path d="M${x - 10} ${y}q10 3.4 20 0q1 -1.6 -3.4 -2l-1.4 -6.4q-5.2 -2.6 -10.4 0l-1.4 6.4q-4.4 .4 -3.4 2z" fill="${c}"/>`

/** Angler leaning into a bent rod, facing left. Foot centre at 0,0; 100 high. */
export function angler(
  c: string,
  {
    skin = c,
    shirt = c,
    rod = c,
    hatC = c,
    line,
  }: FigureColours & { rod?: string; line?: readonly [number, number] | undefined } = {},
): string {
  return (
    limb('M-18 -60C-34 -84 -58 -120 -96 -128', rod, 1.8) +
    limb('M-96 -128C-112 -131 -124 -124 -132 -112', rod, 1.1) +
    (line ? limb(`M-132 -112L${line[0]} ${line[1]}`, rod, 0.7) : '') +
    limb('M-18 -60L-8 -46', rod, 2.6) +
    limb('M3 -47C-2 -30 -10 -22 -11 -2', c, 9) +
    limb('M7 -47C10 -32 13 -18 15 -2', c, 9) +
    `<path d="M-20 1q1 -6 10 -5l2 5zM7 1q1 -6 10 -5l3 5z" fill="${c}"/>` +
    `<path d="M-3 -44C-4 -58 1 -74 4 -79Q10 -84 17 -78C21 -66 17 -54 13 -44Q5 -40 -3 -44z" fill="${shirt}"/>` +
    limb('M9 -75C2 -66 -4 -62 -14 -61', shirt, 6.4) +
    limb('M14 -74C12 -62 2 -56 -10 -51', shirt, 6.4) +
    `<circle cx="-15" cy="-61" r="3" fill="${skin}"/><circle cx="-11" cy="-50.500" r="3" fill="${skin}"/>` +
    `<path d="M6 -80l1 -8h6l1 8z" fill="${skin}"/><circle cx="8.500" cy="-89" r="6.600" fill="${skin}"/>` +
    hat(8.5, -91.5, hatC)
  )
}

/** Guide standing with a push pole, facing left. */
export function guide(
  c: string,
  { skin = c, shirt = c, pole = c, hatC = c }: FigureColours & { pole?: string } = {},
): string {
  return (
    limb('M-34 -126L24 44', pole, 2) +
    limb('M-1 -48C-4 -30 -6 -18 -7 -2', c, 9) +
    limb('M5 -48C9 -32 12 -18 13 -2', c, 9) +
    `<path d="M-15 1q1 -6 9 -5l2 5zM6 1q1 -6 9 -5l3 5z" fill="${c}"/>` +
    `<path d="M-6 -45C-8 -60 -7 -72 -3 -79Q4 -84 11 -79C14 -66 12 -54 10 -45Q2 -41 -6 -45z" fill="${shirt}"/>` +
    limb('M-1 -76C-9 -72 -14 -74 -18 -80', shirt, 6) +
    limb('M8 -74C2 -64 -4 -58 -10 -58', shirt, 6) +
    `<circle cx="-18.500" cy="-81" r="3" fill="${skin}"/><circle cx="-11" cy="-58" r="3" fill="${skin}"/><path d="M1 -80l0 -8h6l1 8z" fill="${skin}"/><circle cx="3" cy="-89" r="6.400" fill="${skin}"/>` +
    hat(3, -91.5, hatC)
  )
}

/** Seated companion, facing left. */
export const sitter = (c: string, { shirt = c, hatC = c, skin = c }: FigureColours = {}): string =>
  `${limb('M4 -22C-8 -26 -16 -24 -18 -20L-20 -2', c, 8.5)}<path d="M-6 -20C-8 -34 -5 -46 0 -52Q7 -56 13 -51C17 -40 15 -28 12 -20z" fill="${shirt}"/>${limb('M4 -48C-4 -40 -10 -36 -18 -36', shirt, 6)}<circle cx="5" cy="-61" r="6.400" fill="${skin}"/>${hat(5, -63.5, hatC)}`

/** Flat river skiff, bow left. Water line at y=0, 300 long. */
export const skiff = (hull: string, trim: string, inside?: string): string =>
  `<path d="M-4 -26C40 -20 240 -20 300 -24L292 8C240 12 70 12 36 8C16 4 4 -10 -4 -26z" fill="${hull}"/><path d="M-4 -26C40 -20 240 -20 300 -24L299 -18C240 -14 44 -14 -1 -20z" fill="${trim}"/>${inside ? `<path d="M296 -30h14l4 30h-12z" fill="${inside}"/>` : ''}`
