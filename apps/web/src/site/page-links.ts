import type { Screens } from '../screen.ts'
import * as screens from '../screens.ts'

/** The features' pages that the footer and the menu lead to. */
export const PAGE_LINKS = Object.values<Screens>(screens)
  .flatMap(({ pages = [] }) => pages)
  .flatMap(({ path, link }) => (link ? [{ path, link }] : []))
