import type { Charge } from './charge.ts'
import { returnedCents } from './charge.ts'
import type { Change, Store } from './state.ts'

/** The provider's books in whole cents, for comparison with the application's. */
export function readLedger(store: Store) {
  const charges = store.list('charges').map(ledgerRow)
  const sum = (of: (row: LedgerRow) => number): number => charges.reduce((total, row) => total + of(row), 0)
  const totals = {
    charges: charges.length,
    capturedCents: sum((row) => row.capturedCents),
    refundedCents: sum((row) => row.refundedCents),
    voidedCents: sum((row) => row.voidedCents),
    netCents: sum((row) => row.capturedCents - row.refundedCents - row.voidedCents),
  }
  return { totals, charges }
}

type LedgerRow = ReturnType<typeof ledgerRow>

function ledgerRow(charge: Charge) {
  const isCancelled = charge.status === 'CANCELLED'
  return {
    id: charge.id,
    requestId: charge.requestId,
    realmId: charge.realmId,
    status: charge.status,
    isSettled: charge.isSettled,
    amountCents: charge.amountCents,
    capturedCents: charge.capturedCents,
    refundedCents: isCancelled ? 0 : returnedCents(charge),
    voidedCents: isCancelled ? charge.capturedCents : 0,
    description: charge.description,
    cardName: charge.card.name,
    last4: charge.card.last4,
    createdAt: new Date(charge.createdAt).toISOString(),
    refunds: charge.refunds.map(({ id, requestId, type, status, amountCents, createdAt }) => ({
      id,
      requestId,
      type,
      status,
      amountCents,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
}

/** Settles captured charges and completes refunds; after that, charges can only be refunded, not voided. */
export function settle(store: Store, isMeant: (charge: Charge) => boolean): number {
  const settled = store.list('charges').filter(isMeant).map(settledCharge)
  const changes = settled
    .filter((charge) => charge !== undefined)
    .map((charge): Change => ['charges', charge.id, charge])
  store.commit(changes)
  return changes.length
}

function settledCharge(charge: Charge): Charge | undefined {
  if (!['CAPTURED', 'SETTLED', 'REFUNDED'].includes(charge.status)) return undefined
  const isDone = charge.isSettled && charge.refunds.every((refund) => refund.status !== 'ISSUED')
  if (isDone) return undefined
  return {
    ...charge,
    status: charge.status === 'CAPTURED' ? 'SETTLED' : charge.status,
    isSettled: true,
    refunds: charge.refunds.map((refund) => (refund.status === 'ISSUED' ? { ...refund, status: 'SETTLED' } : refund)),
  }
}
