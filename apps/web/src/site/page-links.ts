import type { Screens } from '../screen.ts'
import * as screens from '../screens.ts'

/** The features' pages linked from the footer and menu. */
export const PAGE_LINKS = Object.values<Screens>(screens)
  .flatMap(({ pages = [] }) => pages)
  .flatMap(({ path, link }) => (link ? [{ path, link }] : []))
