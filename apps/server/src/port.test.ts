import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { claimPort } from './port.ts'

test('a taken port is reported in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await expect(claimPort('127.0.0.1', port)).rejects.toThrow(`Port ${port} is already in use. Stop the other program`)
  other.close()
})

test('0 becomes a free port', async () => {
  const port = await claimPort('127.0.0.1', 0)
  expect(port).toBeGreaterThan(0)
  expect(await claimPort('127.0.0.1', port)).toBe(port)
})

test("another machine's address is reported in one line", async () => {
  await expect(claimPort('203.0.113.1', 0)).rejects.toThrow(
    "HOST: got '203.0.113.1', expected an address of this machine.",
  )
})
