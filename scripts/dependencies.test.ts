import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Packages named in this project's manifests, except its own. */
async function namedPackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const folders = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'))
  const manifests = await Promise.all(
    folders.map(
      async (folder): Promise<Manifest> => JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')),
    ),
  )
  const names = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('@arcadia/')).sort()
}

test('docs/dependencies.md has one row for each package and no others', async () => {
  const text = await readFile(join(root, 'docs/dependencies.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([^`]+)`\s+\|/gm)].map(([, name = '']) => name)
  expect(rows.sort()).toEqual(await namedPackages())
})
