import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const features = join(root, 'apps/web/src/features')

/** `bookings → payments` for each feature of the site that imports another's files. */
async function arrowsInCode(): Promise<string[]> {
  const names = await readdir(features)
  const arrows = await Promise.all(
    names.map(async (name) => {
      const files = (await readdir(join(features, name))).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      const sources = await Promise.all(files.map((file) => readFile(join(features, name, file), 'utf8')))
      const others = sources.flatMap((source) => [...source.matchAll(/['"]\.\.\/([a-z-]+)\/[^'"]+['"]/g)])
      return others.flatMap(([, other = '']) => (names.includes(other) ? [`${name} → ${other}`] : []))
    }),
  )
  return [...new Set(arrows.flat())].sort()
}

async function arrowsInDocument(): Promise<string[]> {
  const text = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  return [...text.matchAll(/^\| (\w[\w-]*) → (\w[\w-]*)\s+\|/gm)].map(([, from, to]) => `${from} → ${to}`).sort()
}

test('a feature of the site asks another only where docs/architecture.md lists it, with the reason', async () => {
  expect(await arrowsInCode()).toEqual(await arrowsInDocument())
})

test('the arrows form no circle', async () => {
  let arrows = (await arrowsInCode()).map((arrow) => arrow.split(' → '))
  // Arrows to a feature that asks nobody are taken away, again and again; what is left at the end is a circle.
  for (let before = Number.POSITIVE_INFINITY; arrows.length < before; ) {
    before = arrows.length
    const asking = new Set(arrows.map(([from]) => from))
    arrows = arrows.filter(([, to]) => asking.has(to))
  }
  expect(arrows).toEqual([])
})
