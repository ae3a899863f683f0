import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const server = join(root, 'apps/server/src')
const document = await readFile(join(root, 'docs/arrows.md'), 'utf8')

interface Import {
  from: string
  file: string
  to: string
  imported: string
}

/** Each import of one feature's file by another feature. */
async function importsBetween(features: string): Promise<Import[]> {
  const names = await readdir(features)
  const imports = names.map(async (from) => {
    const files = (await readdir(join(features, from))).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    const perFile = files.map(async (file) => {
      const source = await readFile(join(features, from, file), 'utf8')
      const found = source.matchAll(/['"]\.\.\/([a-z-]+)\/([^'"]+)['"]/g)
      return [...found].map(([, to = '', imported = '']) => ({ from, file, to, imported }))
    })
    return (await Promise.all(perFile)).flat().filter(({ to }) => names.includes(to))
  })
  return (await Promise.all(imports)).flat()
}

const ofServer = await importsBetween(join(server, 'features'))
const ofSite = await importsBetween(join(root, 'apps/web/src/features'))
const arrowsOf = (imports: Import[]) => [...new Set(imports.map(({ from, to }) => `${from} → ${to}`))].sort()

/** Each feature's floor: its line number in the document's list, counting up from the ground. */
const floors = new Map(
  [...document.matchAll(/^\d+\. ((?:`[a-z-]+`(?:, )?)+)$/gm)].flatMap(([, line = ''], floor) =>
    [...line.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => [name, floor] as const),
  ),
)

test('docs/arrows.md gives each server feature a floor', async () => {
  expect([...floors.keys()].sort()).toEqual((await readdir(join(server, 'features'))).sort())
})

test('a server feature imports from lower floors only', () => {
  const upward = ofServer.filter(({ from, to }) => floors.get(from)! <= floors.get(to)!)
  expect(arrowsOf(upward)).toEqual([])
})

test("a server feature never imports another's store", () => {
  expect(ofServer.filter(({ imported }) => imported.endsWith('.store.ts'))).toEqual([])
})

test('the layers below the features import no feature', async () => {
  const files = (await readdir(server, { recursive: true })).filter((file) =>
    /^(database|http|jobs|mail|site)\/.+(?<!\.test)\.ts$/.test(file),
  )
  const sources = await Promise.all(files.map((file) => readFile(join(server, file), 'utf8')))
  expect(files.filter((_, index) => /['"][./]+\/features\//.test(sources[index]!))).toEqual([])
})

test('a site feature imports another only where docs/arrows.md lists it', () => {
  const listed = [...document.matchAll(/^- `([a-z-]+)` → (.+)$/gm)].flatMap(([, from, tos = '']) =>
    [...tos.matchAll(/`([a-z-]+)`/g)].map(([, to]) => `${from} → ${to}`),
  )
  expect(arrowsOf(ofSite)).toEqual(listed.sort())
})

test("the site's arrows form no cycle", () => {
  let arrows = ofSite
  // Repeatedly drop arrows to features that import no other; whatever remains is a cycle.
  for (let before = Number.POSITIVE_INFINITY; arrows.length < before; ) {
    before = arrows.length
    const importing = new Set(arrows.map(({ from }) => from))
    arrows = arrows.filter(({ to }) => importing.has(to))
  }
  expect(arrowsOf(arrows)).toEqual([])
})
