import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownEnvironment } from '../../testing/processes.ts'
import { controlOf, type SimulatorControl } from '../../testing/simulator-control.ts'
import { readConformance, writeConformance } from './conformance-record.ts'
import { FACTS } from './provider-facts.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const SECRET = 'the-secret-of-our-app'

let folder: string
let simulator: ReturnType<typeof spawn>
let url: string
let control: SimulatorControl

/** Runs a program of the project with nothing but these settings. */
const run = (program: string, settings: Record<string, string>) =>
  spawn(process.execPath, [join(root, program)], {
    env: { ...ownEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** What `npm run conformance` says, and its exit code. */
async function conformance(settings: Record<string, string>) {
  const child = run('scripts/conformance.ts', { DATA_DIR: join(folder, 'data'), ...settings })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number, output }
}

const withSimulator = () =>
  conformance({
    QUICKBOOKS_ENVIRONMENT: 'simulator',
    QUICKBOOKS_SIMULATOR_URL: url,
    QUICKBOOKS_CLIENT_SECRET: SECRET,
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  simulator = run('apps/provider-simulator/src/main.ts', {
    PORT: '0',
    STATE_DIR: join(folder, 'simulator'),
    CLIENT_SECRET: SECRET,
  })
  url = await new Promise((resolve) =>
    simulator.stdout!.on('data', (line) => {
      const found = /listening on (\S+)/.exec(String(line))?.[1]
      if (found) resolve(found)
    }),
  )
  control = controlOf(url)
})
afterEach(() => control.control('POST', '/reset'))
afterAll(() => {
  simulator.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a table has each fact that we rely on, all seen at the simulator in a process of its own, and no secret', async () => {
  const { code, output } = await withSimulator()
  for (const { fact } of FACTS) expect(output).toContain(`| ${fact} | seen | |`)
  expect(output).toContain(`${FACTS.length} of ${FACTS.length} facts seen.`)
  expect(code).toBe(0)
  expect(output).not.toContain(SECRET)
  // Only Intuit's own sandbox counts.
  expect(existsSync(join(folder, 'data', 'conformance.json'))).toBe(false)
})

test.each([
  ['forgets what it was asked before', () => control.control('PATCH', '/settings', { requestMemory: 'none' }), [5, 12]],
  ['answers declines as errors of its own', () => control.fault({ operation: 'charge', fault: 'system-error' }), [6]],
  [
    'takes a wrong secret for a lost connection',
    () => control.fault({ operation: 'refresh', fault: 'invalid-grant' }),
    [2],
  ],
])('a provider that %s is found', async (_, differ, facts) => {
  await differ()
  const { code, output } = await withSimulator()
  for (const index of facts) expect(output).toContain(`| ${FACTS[index]!.fact} | NOT SEEN | `)
  expect(code).toBe(1)
  expect(output).not.toContain(SECRET)
})

test('keys that the provider does not know are said in a sentence without the secret', async () => {
  const { code, output } = await conformance({
    QUICKBOOKS_ENVIRONMENT: 'simulator',
    QUICKBOOKS_SIMULATOR_URL: url,
    QUICKBOOKS_CLIENT_SECRET: 'another-secret',
  })
  expect(code).toBe(1)
  expect(output).toMatch(/^QuickBooks doesn't let us in with these keys and this token: invalid_client .*\.\n$/)
  expect(output).not.toContain('another-secret')
})

test.each([
  [
    { QUICKBOOKS_ENVIRONMENT: 'production' },
    "QUICKBOOKS_ENVIRONMENT: got 'production', expected 'sandbox': this command charges cards, so it never runs where they are real.",
  ],
  [
    {},
    "QUICKBOOKS_ENVIRONMENT: got 'simulator', expected 'sandbox'. To try the command, set QUICKBOOKS_SIMULATOR_URL to a simulator's address.",
  ],
  [
    { QUICKBOOKS_ENVIRONMENT: 'sandbox', QUICKBOOKS_CLIENT_ID: 'x', QUICKBOOKS_CLIENT_SECRET: 'y' },
    "QUICKBOOKS_SANDBOX_REFRESH_TOKEN: got nothing, expected a refresh token of a company at Intuit's sandbox. See docs/going-live.md.",
  ],
])('%j is refused', async (settings, sentence) => {
  expect(await conformance(settings as Record<string, string>)).toEqual({ code: 1, output: `${sentence}\n` })
})

test('a meeting is remembered in the data folder, and a file that is none counts as none', () => {
  const at = new Date('2027-02-01T12:00:00Z')
  expect(readConformance(folder)).toBeUndefined()
  writeConformance(folder, { at, version: '1.0.0', seen: 15, facts: 16 })
  expect(readConformance(folder)).toEqual({ at, version: '1.0.0', seen: 15, facts: 16 })
  expect(readConformance(join(folder, 'nowhere'))).toBeUndefined()
})
