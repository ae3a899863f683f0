import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import type { ChargeOrder, PaymentsProvider } from './provider.ts'

const Line = z.object({
  at: z.iso.datetime(),
  environment: z.string(),
  realmId: z.string(),
  requestId: z.uuid(),
  amountCents: z.int(),
  description: z.string(),
  outcome: z.enum(['sent', 'captured', 'declined', 'not-charged', 'unknown', 'voided']),
  chargeId: z.nullable(z.string()),
})

/** A charge as the log has it last. */
export type LoggedCharge = z.infer<typeof Line>

export type ChargeLog = ReturnType<typeof createChargeLog>

/**
 * What was asked of the provider, a line before and a line after each call, in a file beside the database: after a restore it alone
 * knows of charges made since the backup, because the provider lists none (docs/rules.md §3.25). No name and no card is in it.
 */
export function createChargeLog(deps: { file: string; environment: string; clock: Clock; log: Logger }) {
  const { file, environment, clock, log } = deps

  /** A payment does not wait for a full disk: the database has it too. */
  async function write(order: ChargeOrder, outcome: LoggedCharge['outcome'], chargeId: string | null): Promise<void> {
    const { realmId, requestId, amountCents, description } = order
    const at = clock.now().toISOString()
    const line = { at, environment, realmId, requestId, amountCents, description, outcome, chargeId }
    try {
      // With a database elsewhere, nothing else may have made DATA_DIR.
      await mkdir(dirname(file), { recursive: true })
      await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true })
    } catch (error) {
      log.warn({ err: error }, 'the log of charges cannot be written')
    }
  }

  return {
    /** The provider, with each of its charges written down. */
    around: (provider: PaymentsProvider): PaymentsProvider => ({
      ...provider,
      async charge(order) {
        await write(order, 'sent', null)
        const outcome = await provider.charge(order)
        await write(order, outcome.kind, outcome.kind === 'captured' ? outcome.chargeId : null)
        return outcome
      },
    }),

    /** Every charge that was written down, as it was last known. A line that a kill cut off is passed over. */
    async read(): Promise<LoggedCharge[]> {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const charges = new Map<string, LoggedCharge>()
      for (const written of text.split('\n')) {
        const line = parse(written)
        // An answer that was lost says nothing about one that came.
        if (line && (line.chargeId || !charges.get(line.requestId)?.chargeId)) charges.set(line.requestId, line)
      }
      return [...charges.values()].filter((charge) => charge.environment === environment)
    },
  }
}

function parse(written: string): LoggedCharge | undefined {
  try {
    return Line.parse(JSON.parse(written))
  } catch {
    return undefined
  }
}
