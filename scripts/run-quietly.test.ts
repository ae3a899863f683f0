import { afterEach, expect, test, vi } from 'vitest'
import { runQuietly } from './run-quietly.mjs'

afterEach(() => vi.restoreAllMocks())

async function complaintOf(script: string): Promise<string> {
  vi.spyOn(console, 'log').mockReturnValue()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  expect(await runQuietly('Installing', process.execPath, ['-e', script])).toBe(false)
  return String(error.mock.calls[0]![0])
}

test('a program that the system killed is told as such, and so is one whose child it killed', async () => {
  const killed = /Installing: killed after \d+ s, probably out of memory\.$/
  expect(await complaintOf("process.kill(process.pid, 'SIGKILL')")).toMatch(killed)
  expect(await complaintOf("console.log('npm error signal SIGKILL'); process.exit(1)")).toMatch(killed)
  expect(await complaintOf('process.exit(137)')).toMatch(killed)
})

test('any other failure shows its output', async () => {
  expect(await complaintOf("console.log('E404'); process.exit(1)")).toMatch(
    /^E404\nInstalling failed after \d+ s; its output is above\.$/,
  )
})
