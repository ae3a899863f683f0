import { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import { formatCents } from '@arcadia/contract/money'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { SimulatorControl } from './simulator-control.ts'
import type { TestApp } from './test-app.ts'

type Simulator = Pick<SimulatorControl, 'ledger'>

/** A test's app, or one process of a fleet. */
interface RunningSystem extends Pick<TestApp, 'call'> {
  database: { db: Db }
  simulator: Simulator
}

/** The owner's ledger check, plus a comparison with the simulator's own ledger. */
export async function checkBooks({ call, database, simulator }: RunningSystem, token: string) {
  const books = await call(checkLedger, { token })
  const differences = [...books.differences, ...(await differencesFromSimulator(database.db, simulator))]
  return { ...books, differences, balanced: differences.length === 0 }
}

/** Describes each charge on which our books and the simulator's ledger disagree; the two share no code. */
export async function differencesFromSimulator(db: Db, simulator: Simulator): Promise<string[]> {
  const first = await compare(db, simulator)
  if (first.length === 0) return []
  // The two are not read at the same instant; a difference caused by a payment in flight disappears on the second read.
  const second = await compare(db, simulator)
  return second.filter((difference) => first.includes(difference))
}

interface Attempt {
  requestId: string
  outcome: 'CAPTURED' | 'DECLINED' | 'NOT_CHARGED' | 'VOIDED' | null
  chargeId: string | null
  keptCents: number
  /** Refunds in flight; the provider may have made them already. */
  refundingCents: number
}

interface Charge {
  id: string
  requestId: string | null
  netCents: number
}

async function compare(db: Db, simulator: Simulator): Promise<string[]> {
  const { charges: made } = await simulator.ledger()
  const charges: Charge[] = made.map(({ capturedCents, refundedCents, voidedCents, ...charge }) => ({
    ...charge,
    netCents: capturedCents - refundedCents - voidedCents,
  }))
  const { rows: attempts } = await sql<Attempt>`
    select a.request_id as "requestId", a.outcome, a.charge_id as "chargeId",
      (a.amount_cents - coalesce(sum(r.amount_cents) filter (where r.outcome = 'REFUNDED' and o.kind <> 'CHARGED_BACK'), 0))::integer as "keptCents",
      coalesce(sum(r.amount_cents) filter (where r.outcome is null), 0)::integer as "refundingCents"
    from payment_attempts a left join refunds r on r.attempt_id = a.id left join refund_orders o on o.id = r.order_id
    where a.environment = 'simulator' group by a.id`.execute(db)
  const attemptOf = new Map(attempts.map((attempt) => [attempt.requestId, attempt]))
  const taken = new Set(charges.filter(({ netCents }) => netCents > 0).map(({ requestId }) => requestId))
  const missing = attempts.filter(
    ({ outcome, requestId, keptCents, refundingCents }) =>
      outcome === 'CAPTURED' && !taken.has(requestId) && keptCents > refundingCents,
  )
  return [
    ...charges.flatMap((charge) => judge(charge, attemptOf.get(charge.requestId ?? ''))),
    ...missing.map(
      ({ chargeId, keptCents }) => `Charge ${chargeId} of ${formatCents(keptCents)} is only in our books.`,
    ),
  ]
}

function judge({ id, netCents }: Charge, attempt: Attempt | undefined): string[] {
  if (netCents === 0) return []
  const amount = `Charge ${id} of ${formatCents(netCents)}`
  if (!attempt) return [`${amount} is known only to the provider.`]
  // Unsettled attempts are reported separately, not as differences.
  if (attempt.outcome === null) return []
  if (attempt.outcome !== 'CAPTURED') return [`${amount} was taken, but our books call it ${attempt.outcome}.`]
  if (attempt.chargeId !== id) return [`${amount} was taken a second time for charge ${attempt.chargeId}.`]
  const { keptCents, refundingCents } = attempt
  if (netCents !== keptCents && netCents !== keptCents - refundingCents)
    return [`${amount} is in our books as ${formatCents(keptCents)}.`]
  return []
}
