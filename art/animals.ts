/** Great egret, standing, facing left. Feet at 0,0; about 120 high. */
export const egret = (c: string, bill: string, leg: string): string =>
  `<path d="M2 -46L0 0M9 -46L12 0" stroke="${leg}" stroke-width="2.200" fill="none"/><path d="M44 -38C30 -44 22 -62 2 -62C-12 -62 -14 -76 -8 -86C-3 -95 -6 -104 -15 -105C-22 -105 -24 -100 -22 -98C-16 -98 -13 -95 -16 -88C-24 -74 -22 -52 -6 -46C10 -40 30 -38 44 -38z" fill="${c}"/><path d="M-21 -103L-46 -98L-21 -98z" fill="${bill}"/><circle cx="-17.500" cy="-101.500" r="1.300" fill="${leg}"/>`

/** Swallow-tailed kite, gliding. */
export const kite = (c: string): string =>
  `<path d="M0 -4C-10 -12 -30 -20 -60 -10C-38 -10 -20 -4 -7 4L-3 12Q-5 22 -13 34Q-4 28 0 18Q4 28 13 34Q5 22 3 12L7 4C20 -4 38 -10 60 -10C30 -20 10 -12 0 -4z" fill="${c}"/>`

/** Sandhill crane, walking, facing left; about 110 high. */
export const crane = (c: string, cap: string): string =>
  `<path d="M6 -48L2 -24L6 0M14 -48L18 -22L14 0" stroke="${c}" stroke-width="2.600" fill="none"/><path d="M56 -44C44 -60 20 -66 2 -60C-8 -60 -10 -78 -12 -92C-12 -100 -18 -102 -23 -99L-42 -94L-22 -94C-19 -86 -20 -60 -6 -48C12 -40 36 -42 50 -36C54 -38 57 -41 56 -44z" fill="${c}"/><path d="M-13 -95C-14 -101 -20 -102 -24 -98L-17 -97z" fill="${cap}"/>`

/** Alligator at the surface, facing left, 240 long. */
export const gator = (c: string, hi = c): string =>
  `<path d="M0 -4C10 -12 34 -10 52 -12C58 -22 70 -22 74 -13C90 -16 120 -18 160 -12C200 -8 226 -4 244 2L0 2z" fill="${c}"/><path d="M84 -14l5 -7 6 6 6 -8 6 7 7 -8 6 7 7 -7 6 7 7 -6 6 8z" fill="${c}"/><circle cx="64" cy="-14" r="2.600" fill="${hi}"/>`
