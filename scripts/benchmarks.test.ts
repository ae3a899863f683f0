import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every benchmark runs in bench, has its own command and is listed in the README', () => {
  const commands = Object.entries<string>(JSON.parse(read('package.json')).scripts).filter(([name]) =>
    name.startsWith('bench:'),
  )
  const files = readdirSync(join(root, 'benchmarks')).filter((name) => name.endsWith('.ts') && name !== 'all.ts')
  expect(commands.map(([, command]) => /benchmarks\/(\S+)$/.exec(command)?.[1]).sort()).toEqual(files.sort())
  const all = read('benchmarks/all.ts')
  const list = read('benchmarks/README.md')
  expect(files.filter((name) => !all.includes(`'${name.slice(0, -3)}'`))).toEqual([])
  expect(commands.filter(([name]) => !list.includes(`npm run ${name}`))).toEqual([])
})
