import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestClock, testClock } from '../testing/test-clock.ts'
import { BUILT, builtCheck, webDist } from './built-check.ts'

let distDir: string
let clock: TestClock
beforeEach(() => {
  clock = testClock('2027-04-05T12:00:00Z')
  distDir = mkdtempSync(join(tmpdir(), 'built-'))
  mkdirSync(join(distDir, 'assets'))
  const files = ['index.html', 'assets/a.js', 'assets/a.js.br', 'assets/b.js', 'assets/c.js', 'assets/d.js']
  for (const file of files) writeFileSync(join(distDir, file), `made: ${file}`)
  const lines = files.map((file) => `${digestOf(join(distDir, file))}  ${file}\n`)
  writeFileSync(join(distDir, BUILT), lines.join(''))
})
afterEach(() => rmSync(distDir, { recursive: true }))

const digestOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const change = (...files: string[]) => {
  for (const file of files) writeFileSync(join(distDir, file), 'stolen')
}
/** What a server finds that starts now. */
const problems = async () => (await builtCheck({ clock, distDir }).look()).problems

test('the site of this checkout is what was built, and every file that can act on a page is on the list', async () => {
  const { problems, about } = await builtCheck({ clock }).look()
  expect(problems).toEqual([])
  const acting = readdirSync(webDist, { recursive: true }).filter((name) =>
    /\.(html|js|css)(\.br|\.gz)?$/.test(String(name)),
  )
  const listed = readFileSync(join(webDist, BUILT), 'utf8')
  for (const file of acting) expect(listed).toContain(`  ${file}\n`)
  expect(acting.length).toBeGreaterThan(100)
  expect(about).toMatch(/^payment page: its \d+ files are what was built$/)
})

test('a changed script is found, also in the form that browsers are sent', async () => {
  expect(await problems()).toEqual([])
  change('assets/a.js.br')
  expect(await problems()).toEqual([`${join(distDir, 'assets/a.js.br')} is not what was built`])
})

test('so is a page that is gone, a list that is gone, and more than can be named', async () => {
  rmSync(join(distDir, 'index.html'))
  expect(await problems()).toEqual([`${join(distDir, 'index.html')} is not what was built`])
  change('assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/d.js')
  expect(await problems()).toHaveLength(4)
  expect((await problems()).at(-1)).toBe('nor are 2 more files')
  rmSync(join(distDir, BUILT))
  expect(await problems()).toEqual([`there is no list of what was built in ${distDir}`])
})

test('a server looks again after a while, not at each glance of an open portal', async () => {
  const { look } = builtCheck({ clock, distDir })
  await look()
  change('assets/b.js')
  expect((await look()).problems).toEqual([])
  clock.advance({ minutes: 10 })
  expect((await look()).problems).toHaveLength(1)
})
