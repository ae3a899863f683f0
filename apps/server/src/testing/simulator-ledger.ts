import * as z from 'zod/mini'
import type { ReadProviderLedger } from '../features/bookkeeping/ledger.service.ts'

const SimulatorLedger = z.object({
  charges: z.array(
    z.object({
      id: z.string(),
      requestId: z.nullable(z.string()),
      capturedCents: z.int(),
      refundedCents: z.int(),
      voidedCents: z.int(),
    }),
  ),
})

/** The ledger that the simulator keeps for itself, read over HTTP like everything of it. */
export function readSimulatorLedger(simulatorUrl: string): ReadProviderLedger {
  return async () => {
    const response = await fetch(`${simulatorUrl}/control/ledger`, { signal: AbortSignal.timeout(10_000) })
    const { charges } = z.parse(SimulatorLedger, await response.json())
    return charges.map((charge) => ({
      id: charge.id,
      requestId: charge.requestId ?? '',
      capturedCents: charge.capturedCents,
      netCents: charge.capturedCents - charge.refundedCents - charge.voidedCents,
    }))
  }
}
