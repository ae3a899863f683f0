import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually, newStateDir, startSimulator } from '../testing/start-simulator.ts'

/** Makes the disk keep every sync waiting until it is released. */
async function stallDisk() {
  const probe = await open(join(await newStateDir(), 'probe'), 'w')
  await probe.close()
  const gate = Promise.withResolvers<void>()
  const sync = vi.spyOn(Object.getPrototypeOf(probe), 'datasync').mockReturnValue(gate.promise)
  onTestFinished(() => sync.mockRestore())
  return { sync, release: () => gate.resolve() }
}

/** A few round trips that need no disk: what was going to be answered has been by then. */
async function roundTrips(url: string): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await fetch(`${url}/health`)
}

test.each([
  ['is answered', undefined],
  ['is cut off after processing', 'lost-answer'],
])('a charge that %s waits for the disk, and so does everybody who could see it', async (_, fault) => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const token = await simulator.cardToken('Ada')
  if (fault) await simulator.control('/faults', { operation: 'charge', fault })

  const disk = await stallDisk()
  const seen: string[] = []
  const charge = merchant
    .charge({ token })
    .catch(() => 'cut off')
    .finally(() => seen.push('charge'))
  await eventually(() => disk.sync).toHaveBeenCalled()
  const ledger = simulator.readControl('/ledger').finally(() => seen.push('ledger'))
  await roundTrips(simulator.url)
  expect(seen).toEqual([])

  disk.release()
  expect((await ledger).json.totals).toMatchObject({ charges: 1 })
  await charge
})
