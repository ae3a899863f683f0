import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

// Cuts the two fonts down to the glyphs of the first screen: `npm run fonts -w apps/web`, after updating a font. A slow
// phone then fetches 18 kB before its first paint instead of 58. Rarer letters load from the full files when a text has
// one (styles/fonts.css).

/** Same list as the `unicode-range` in styles/fonts.css: Latin without accents or programming symbols. */
const LETTERS = " !$%&'()+,-./0123456789:;?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\u00a0©·–’"

const require = createRequire(import.meta.url)
const assets = join(import.meta.dirname, '../src/assets/fonts')

// Keeps one width, these weights only, and two font features: kerning and tabular figures.
await cut('league-gothic', 'league-gothic-latin-wdth-normal', { wdth: 100 })
await cut('national-park', 'national-park-latin-wght-normal', { wght: { min: 400, max: 680 } })

async function cut(font: string, file: string, variationAxes: Parameters<typeof subsetFont>[2]['variationAxes']) {
  const whole = await readFile(require.resolve(`@fontsource-variable/${font}/files/${file}.woff2`))
  const small = await subsetFont(whole, LETTERS, {
    targetFormat: 'woff2',
    variationAxes,
    keepFeatures: ['kern', 'tnum'],
  })
  await writeFile(join(assets, `${font}-basic.woff2`), small)
  process.stdout.write(`${font}: ${whole.length} → ${small.length} bytes\n`)
}
