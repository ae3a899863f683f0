import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, redirectUri } from './testing/simulator-client.ts'
import { eventually, newStateDir } from './testing/start-simulator.ts'

function runMain(environment: Record<string, string>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', REDIRECT_URIS: redirectUri, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Starts it in a separate process and waits for its startup line. */
async function startProcess(stateDir: string) {
  const child = runMain({ STATE_DIR: stateDir })
  if (!child.stdout) throw new Error('the child has no output')
  for await (const line of createInterface(child.stdout)) {
    const url = /^simulator listening on (http:\S+)$/.exec(line)?.[1]
    if (url) return { child, client: createClient(url) }
  }
  throw new Error('the simulator did not start')
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('acknowledged changes survive a SIGKILL', async () => {
  const stateDir = await newStateDir()
  const first = await startProcess(stateDir)
  const tokens = await first.client.connect()
  const charged = await first.client.merchant(tokens.accessToken).charge({ requestId: 'one' })
  const spare = await first.client.cardToken('Decline')
  await first.client.control('/clock', { offsetSeconds: 60 })
  await kill(first.child)

  const second = await startProcess(stateDir)
  const merchant = second.client.merchant(tokens.accessToken)
  expect((await merchant.find(String(charged.json.id))).json.status).toBe('CAPTURED')
  expect((await merchant.charge({ requestId: 'one', token: 'gone' })).text).toBe(charged.text)
  expect((await merchant.charge({ token: spare })).json.status).toBe('DECLINED')
  expect((await second.client.refresh(tokens.refreshToken)).status).toBe(200)
  expect((await second.client.readControl('/clock')).json.offsetSeconds).toBe(60)
})

test('killed under load, it loses no acknowledged charge and makes none twice', async () => {
  const stateDir = await newStateDir()
  const first = await startProcess(stateDir)
  const { accessToken } = await first.client.connect()
  const merchant = first.client.merchant(accessToken)
  const acknowledged = new Set<string>()
  const load = Array.from({ length: 8 }, async (_, worker) => {
    for (let turn = 0; ; turn += 1) {
      const reply = await merchant.charge({ requestId: `w${worker}-${turn}` }).catch(() => undefined)
      if (!reply) return
      acknowledged.add(String(reply.json.id))
    }
  })
  await eventually(() => acknowledged.size).toBeGreaterThan(40)
  await kill(first.child)
  await Promise.all(load)

  const second = await startProcess(stateDir)
  const charges = (await second.client.readControl('/ledger')).json.charges as { id: string; requestId: string }[]
  const ids = charges.map((charge) => charge.id)
  expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([])
  expect(new Set(charges.map((charge) => charge.requestId)).size).toBe(charges.length)
})

test("an earlier version's journal is imported once, without its truncated last line", async () => {
  const stateDir = await newStateDir()
  const settings = { requestMemory: 'forever', strictRefresh: false, clockOffsetMs: 60_000 }
  const lines = [JSON.stringify([['settings', 'all', settings]]), '[["charges","E1",{"id":"E1","am']
  await writeFile(join(stateDir, 'journal.jsonl'), lines.join('\n'))
  const first = await startProcess(stateDir)
  expect((await first.client.readControl('/clock')).json.offsetSeconds).toBe(60)
  expect((await first.client.readControl('/ledger')).json.totals).toMatchObject({ charges: 0 })
  await first.client.control('/clock', { offsetSeconds: 0 })
  await kill(first.child)
  const second = await startProcess(stateDir)
  expect((await second.client.readControl('/clock')).json.offsetSeconds).toBe(0)
})

test('card numbers, security codes and OAuth tokens are not stored', async () => {
  const stateDir = await newStateDir()
  const { child, client } = await startProcess(stateDir)
  const tokens = await client.connect()
  const card = await client.tokenize({ cvc: '907', name: 'Ada' })
  await client.merchant(tokens.accessToken).charge({ token: String(card.json.value) })
  await kill(child)
  const files = await readdir(stateDir)
  const written = (await Promise.all(files.map((file) => readFile(join(stateDir, file), 'latin1')))).join()
  expect(written).toContain('"last4":"1111"')
  for (const secret of ['4111111111111111', '"907"', tokens.accessToken, tokens.refreshToken]) {
    expect(written).not.toContain(secret)
  }
})

test('a second simulator on the same folder is refused', async () => {
  const stateDir = await newStateDir()
  await startProcess(stateDir)
  await expect(startProcess(stateDir)).rejects.toThrow('did not start')
})

test('SIGTERM stops it cleanly, even with a hanging call', async () => {
  const { child, client } = await startProcess(await newStateDir())
  await client.control('/faults', { operation: 'tokenize', fault: 'hang' })
  const hanging = client.tokenize().catch(() => 'cut off')
  await eventually(async () => (await client.readControl('/calls')).text).toContain('"hang"')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await hanging).toBe('cut off')
})

test.each([
  ['NODE_ENV', 'production'],
  ['QUICKBOOKS_ENVIRONMENT', 'production'],
  ['PORT', 'many'],
])('refuses to start with %s=%s', async (name, value) => {
  const child = runMain({ STATE_DIR: await newStateDir(), [name]: value })
  expect(await once(child, 'exit')).toEqual([1, null])
})
