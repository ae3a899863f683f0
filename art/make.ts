import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { captions } from '../apps/web/src/site/landing/gallery-captions.ts'
import type { HeroLayers } from './hero-layers.ts'
import { resetIds } from './light.ts'
import { palettes } from './palettes.ts'
import type { Plate } from './plate.ts'
import { POSTER_TITLE } from './poster-title.ts'
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

// What an email shows of a plate: 2 : 1.
await forEmail('booked', 'plate-23-eight-oclock', 0.55)
await forEmail('called-off', 'plate-13-noon-storm', 0.6)
await forEmail('asked', 'plate-29-heading-home', 0.8)
// The poster of a gift, cut as on its page (poster.css).
await posterForEmail('gift-cypress', 'plate-12-cypress-cathedral', 0.68)
await posterForEmail('gift-redtail', 'plate-04-redtail', 0.32)
await posterForEmail('gift-moss', 'plate-26-spanish-moss', 0.55)
await posterForEmail('gift-kites', 'plate-18-kites', 0.28)

async function forEmail(name: string, plate: string, at: number) {
  await writeJpeg(name, await cutOf(plate, at, [1200, 600]))
}

async function posterForEmail(name: string, plate: string, at: number) {
  const edge = 48
  const cut: Size = [1200 - 2 * edge, 640]
  const line = ({ width, path }: { width: number; path: string }, wanted: number, baseline: number) =>
    `<path transform="translate(${edge} ${baseline}) scale(${wanted / width})" d="${path}"/>`
  const title = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1080" fill="#12211c">
${line(POSTER_TITLE.small, 479, 786)}${line(POSTER_TITLE.big, cut[0], 1051)}</svg>`
  const paper = sharp({ create: { width: 1200, height: 1080, channels: 3, background: '#f3ecd8' } })
  await writeJpeg(
    name,
    paper.composite([
      { input: await (await cutOf(plate, at, cut)).png().toBuffer(), left: edge, top: edge },
      { input: Buffer.from(title), left: 0, top: 0 },
    ]),
  )
}

/** The whole width of a plate, at this share of what is left of its height. */
async function cutOf(plate: string, at: number, [width, height]: Size) {
  const picture = sharp(join(assets, `plates/${plate}.svg`), { density: 144 })
  const whole = await picture.metadata()
  const part = { left: 0, width: whole.width, height: Math.round((whole.width * height) / width) }
  return picture.extract({ ...part, top: Math.round((whole.height - part.height) * at) }).resize(width, height)
}

async function writeJpeg(name: string, picture: sharp.Sharp) {
  await picture
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile(join(import.meta.dirname, `../apps/server/pictures/${name}.jpg`))
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
