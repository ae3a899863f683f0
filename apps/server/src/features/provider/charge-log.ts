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

/** The last logged state of a charge. */
export type LoggedCharge = z.infer<typeof Line>

export type ChargeLog = ReturnType<typeof createChargeLog>

/**
 * Logs a line before and after each charge to a file beside the database. After a restore, it is the only record of charges made
 * since the backup, because the provider can't list them (docs/rules.md §3.25). It contains no names or cards.
 */
export function createChargeLog(deps: { file: string; environment: string; clock: Clock; log: Logger }) {
  const { file, environment, clock, log } = deps

  /** A write error does not stop the payment; the database records it too. */
  async function write(order: ChargeOrder, outcome: LoggedCharge['outcome'], chargeId: string | null): Promise<void> {
    const { realmId, requestId, amountCents, description } = order
    const at = clock.now().toISOString()
    const line = { at, environment, realmId, requestId, amountCents, description, outcome, chargeId }
    try {
      // With an external database, nothing else may have created DATA_DIR.
      await mkdir(dirname(file), { recursive: true })
      await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true })
    } catch (error) {
      log.warn({ err: error }, 'cannot write the charge log')
    }
  }

  return {
    /** Wraps the provider to log each charge. */
    around: (provider: PaymentsProvider): PaymentsProvider => ({
      ...provider,
      async charge(order) {
        await write(order, 'sent', null)
        const outcome = await provider.charge(order)
        await write(order, outcome.kind, outcome.kind === 'captured' ? outcome.chargeId : null)
        return outcome
      },
    }),

    /** Every logged charge in its last known state. Skips a line cut off by a crash. */
    async read(): Promise<LoggedCharge[]> {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const charges = new Map<string, LoggedCharge>()
      for (const written of text.split('\n')) {
        const line = parse(written)
        // A later lost answer must not hide an earlier known charge.
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
