import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { root } from './build-if-stale.ts'

const listFor = (cpu: string) => {
  const platform = { os: 'linux', cpu, libc: 'glibc' }
  const { bom, notices } = billOfMaterials({ at: new Date('2027-03-01T12:00:00Z'), platform, installedIn: [root] })
  return { ...(JSON.parse(bom) as { components: { purl: string }[] }), notices }
}

test('a release lists what runs in it on its platform, and nothing that only builds or tests it', () => {
  const { components, notices } = listFor('arm64')
  const names = components.map(({ purl }) => purl.replace('pkg:npm/', '').replace(/@[^@]*$/, ''))
  for (const one of ['fastify', 'react', 'node', '%40embedded-postgres/linux-arm64', '%40img/sharp-linux-arm64'])
    expect(names).toContain(one)
  expect(names.filter((name) => /vite|playwright|lighthouse|x64|musl|darwin/.test(name))).toEqual([])
  for (const words of ['fastify 5', 'react 19', 'PostgreSQL License', 'SIL OPEN FONT LICENSE'])
    expect(notices).toContain(words)
})

test('the same commit gives the same list', () => {
  expect(listFor('x64')).toEqual(listFor('x64'))
})
