import type { Palette, palettes } from './palettes.ts'
import type { Size } from './scene.ts'

/** One picture of the gallery. Its title and shape stand in the site's list of captions. */
export interface Plate {
  palette: keyof typeof palettes
  draw: (p: Palette, size: Size) => string
}
