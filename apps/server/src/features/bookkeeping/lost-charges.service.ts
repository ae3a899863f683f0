import { formatCents } from '@arcadia/contract/money'
import { formatShortDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import type { ChargeLog, LoggedCharge } from '../provider/charge-log.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { insertLostCharges, listLostCharges, settleLostCharge, withoutAttempt } from './lost-charges.store.ts'

/** Outcomes that took no money. */
const HARMLESS: readonly LoggedCharge['outcome'][] = ['declined', 'not-charged', 'voided']

/** Finds charges missing from a restored backup (docs/rules.md §3.25). */
export function createLostCharges(
  deps: Pick<Base, 'db' | 'clock' | 'environment' | 'ownerEmail'> & {
    chargeLog: Pick<ChargeLog, 'read'>
    provider: Pick<PaymentsProvider, 'findCharge'>
  },
) {
  const { db, clock, environment } = deps

  async function list(): Promise<void> {
    const logged = (await deps.chargeLog.read()).filter(({ outcome }) => !HARMLESS.includes(outcome))
    const lost = await withoutAttempt(db, logged)
    if (lost.length === 0) return
    await inTransaction(db, clock, async (tx, now) => {
      const requestIds = (await insertLostCharges(tx, now, lost)).map(({ request_id }) => request_id)
      if (requestIds.length > 0)
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'charges-lost', params: { requestIds } })
    })
  }

  /** Closes lost charges the provider has refunded. */
  async function closeReturned(): Promise<void> {
    for (const { request_id, charge_id, realm_id, amount_cents } of await listLostCharges(db, environment)) {
      if (!charge_id) continue
      const found = await deps.provider.findCharge({ realmId: realm_id, chargeId: charge_id })
      if (found.kind === 'unknown') return
      if (found.kind === 'missing') continue
      const { status, refundedCents } = found.charge
      const isBack = status === 'cancelled' || status === 'declined' || refundedCents >= amount_cents
      if (isBack) await inTransaction(db, clock, (tx, now) => settleLostCharge(tx, now, request_id))
    }
  }

  return {
    /** Runs at startup, when the database may be freshly restored, and hourly. */
    sweep: {
      name: 'charges missing from our books',
      everyMs: HOUR_MS,
      async run(): Promise<void> {
        await list()
        await closeReturned()
      },
    },

    /** The owner re-entered the booking or refunded the payment. @throws AppError `lost-charge-not-found` */
    settle: (adminId: number, requestId: string): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const charge = await settleLostCharge(tx, now, requestId)
        if (!charge) throw new AppError('lost-charge-not-found')
        const { charge_id: chargeId, amount_cents, description } = charge
        const before = { chargeId, amount: amount_cents / 100, description }
        await recordChange(tx, adminId, 'lost-charge.settled', requestId, before, null)
      }),
  }
}

/** Unsettled lost charges, a sentence each. */
export async function readLostCharges(db: Db, environment: string): Promise<{ requestId: string; text: string }[]> {
  return (await listLostCharges(db, environment)).map((charge) => {
    const { request_id, charge_id, amount_cents, description, sent_at } = charge
    const when = `${formatShortDate(venueDate(sent_at))} at ${formatVenueTime(sent_at)}`
    const what = `${formatCents(amount_cents)} on ${when} (${description})`
    const text = charge_id
      ? `${what} was charged, but the restore of a backup lost it. In QuickBooks it's ${charge_id}.`
      : `${what} may have been charged, but the restore of a backup lost it. Look it up in QuickBooks.`
    return { requestId: request_id, text }
  })
}
