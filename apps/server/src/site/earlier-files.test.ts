import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, systemClock } from '../clock.ts'
import { keepEarlierFiles } from './earlier-files.ts'
import { serveSite } from './site-pages.ts'

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earlier-'))
  dataDir = join(folder, 'data')
  await mkdir(dataDir)
})
afterEach(() => rm(folder, { recursive: true }))

async function build(name: string, files: string[]): Promise<string> {
  const assets = join(folder, name, 'assets')
  await mkdir(assets, { recursive: true })
  for (const file of files) await writeFile(join(assets, file), `${name}: ${file}`)
  await writeFile(join(folder, name, 'pages.json'), '{}')
  return assets
}

/** Starts a site of that build; answers what it says to requests for files. */
async function start(name: string) {
  const log = pino({ level: 'silent' })
  const earlierFiles = await keepEarlierFiles(join(folder, name, 'assets'), dataDir, log)
  const http = Fastify()
  const memory = { remember: (_: string, make: () => unknown) => make() } as never
  const getSiteData = () => Promise.reject(new Error('not asked for'))
  await serveSite(http, {
    distDir: join(folder, name),
    earlierFiles,
    publicUrl: '',
    memory,
    clock: systemClock,
    getSiteData,
  })
  return async (file: string, headers = {}) => {
    const { statusCode, body } = await http.inject({ url: `/assets/${file}`, headers })
    return statusCode === 200 ? body : statusCode
  }
}

test('scripts and styles of the build before are served beside those of this one, compressed too, however often it starts', async () => {
  await build('one', ['a.js', 'a.js.br', 'a.css', 'photo.webp'])
  await build('two', ['b.js'])
  await start('one')
  await start('one')
  await start('two')
  const answer = await start('two')
  expect(await answer('b.js')).toBe('two: b.js')
  expect(await answer('a.js')).toBe('one: a.js')
  expect(await answer('a.js', { 'accept-encoding': 'br' })).toBe('one: a.js.br')
  expect(await answer('a.css')).toBe('one: a.css')
  for (const file of ['photo.webp', 'c.js']) expect([file, await answer(file)]).toEqual([file, 404])
})

test('after a day they are gone', async () => {
  await build('one', ['a.js'])
  await build('two', ['b.js'])
  await start('one')
  await start('two')
  const earlier = join(dataDir, 'earlier-site-files')
  const yesterday = new Date(Date.now() - DAY_MS - 1000)
  await utimes(earlier, yesterday, yesterday)
  expect(await (await start('two'))('a.js')).toBe(404)
  expect(existsSync(earlier)).toBe(false)
})

test('what can not be kept keeps no site from starting', async () => {
  await build('one', ['a.js'])
  await rm(dataDir, { recursive: true })
  await writeFile(dataDir, '')
  expect(await (await start('one'))('a.js')).toBe('one: a.js')
})
