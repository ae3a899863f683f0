import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { captions } from '../apps/web/src/site/landing/gallery-captions.ts'
import type { HeroLayers } from './hero-layers.ts'
import { resetIds } from './light.ts'
import { palettes } from './palettes.ts'
import type { Plate } from './plate.ts'
import { doc, type Size } from './scene.ts'
import { airportMap } from './scenes/airport-map.ts'
import { footerShore } from './scenes/footer-shore.ts'
import { heroTall } from './scenes/hero-tall.ts'
import { heroWide } from './scenes/hero-wide.ts'
import { scale } from './scenes/scale.ts'

// Draws every picture of the site into apps/web/src/assets, and those of emails into apps/server/pictures: `npm run art`,
// after a change here.

const assets = join(import.meta.dirname, '../apps/web/src/assets')
const plates = join(import.meta.dirname, 'plates')
const LANDSCAPE: Size = [1200, 900]
const PORTRAIT: Size = [900, 1200]

await write('scale', scale)
await write('airport-map', airportMap)
await writeLayers('hero-wide', heroWide)
await writeLayers('hero-tall', heroTall)
await write('plates/footer-shore', footerShore)
const names = (await readdir(plates)).sort()
for (const [index, name] of names.entries()) {
  const { plate } = (await import(join(plates, name))) as { plate: Plate }
  const { title, isTall } = captions[index]!
  const size = isTall ? PORTRAIT : LANDSCAPE
  await write(`plates/${name.slice(0, -'.ts'.length)}`, () =>
    doc(...size, plate.draw(palettes[plate.palette], size), title),
  )
}

// What an email shows of a plate: its whole width, 2 : 1 at this share of the height.
await forEmail('booked', 'plate-23-eight-oclock', 0.55)
await forEmail('called-off', 'plate-13-noon-storm', 0.6)
await forEmail('asked', 'plate-29-heading-home', 0.8)
await forEmail('gift-cypress', 'plate-12-cypress-cathedral', 0.7)
await forEmail('gift-redtail', 'plate-04-redtail', 0.45)
await forEmail('gift-moss', 'plate-26-spanish-moss', 0.4)
await forEmail('gift-kites', 'plate-18-kites', 0.15)

async function forEmail(name: string, plate: string, at: number) {
  const picture = sharp(join(assets, `plates/${plate}.svg`), { density: 144 })
  const whole = await picture.metadata()
  const part = { left: 0, width: whole.width, height: Math.round(whole.width / 2) }
  const top = Math.round((whole.height - part.height) * at)
  const jpeg = picture
    .extract({ ...part, top })
    .resize(1200, 600)
    .jpeg({ quality: 76, mozjpeg: true })
  await jpeg.toFile(join(import.meta.dirname, `../apps/server/pictures/${name}.jpg`))
}

async function write(name: string, draw: () => string) {
  resetIds()
  await writeFile(join(assets, `${name}.svg`), draw())
}

async function writeLayers(name: string, draw: () => HeroLayers) {
  resetIds()
  const { size, top, ...layers } = draw()
  for (const [layer, inner] of Object.entries(layers)) {
    await write(`hero/${name}-${layer}`, () => doc(...size, inner, 'Dawn on a blackwater river', top))
  }
}
