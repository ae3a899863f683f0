import type { Session } from '@arcadia/contract/accounts'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { openSession } from '../../http/sessions.ts'
import { getUser, lockAccount, toUser } from '../accounts/accounts.writes.ts'
import { closeTestGuest, findOrMakeTestGuest } from '../accounts/customers.writes.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { setStatus } from '../booking-status/booking-status.service.ts'
import type { Businesses } from '../business/business.service.ts'
import type { Refunds } from '../refunds/refunds.service.ts'
import { withdrawCustomer } from '../waitlist/waitlist.writes.ts'
import { findTest } from './opening.store.ts'

/** A test that was forgotten is cleaned up after this long. */
const FORGOTTEN_AFTER_MS = HOUR_MS

type SetsStatus = Parameters<typeof setStatus>[0]

/**
 * An owner books a trip as a guest whom nobody can sign in as, through the same calls as any guest, and it is taken back
 * (docs/rules.md §9.11).
 */
export function createTestBooking(
  deps: Omit<SetsStatus, 'refunds'> &
    Pick<Base, 'log'> & {
      business: Pick<Businesses, 'get'>
      refunds: SetsStatus['refunds'] & Pick<Refunds, 'void' | 'listVoidable'>
    },
) {
  const { db, clock, log, business, refunds } = deps

  /** Gives back what was paid, by cancelling the charge while it is not settled. */
  async function cleanUp(ownerId: number): Promise<void> {
    const test = await findTest(db)
    if (!test) return
    const owner = { id: ownerId, role: 'ADMIN', position: 'OWNER' } as const
    for (const id of test.bookings) {
      for (const { id: chargeId } of await refunds.listVoidable(owner, id))
        await refunds.void(owner, id, { chargeId }).catch(ignoring('already-settled', 'nothing-to-refund'))
      await setStatus(deps, owner, id, { status: 'CANCELLED', refund: true, notify: false })
    }
    await inTransaction(db, clock, async (tx, now) => {
      // Whoever pressed at the same time may have closed it.
      if (!(await lockAccount(tx, test.guestId))?.is_active) return
      await withdrawCustomer(tx, clock, test.guestId)
      // A payment may have begun meanwhile.
      const after = await findTest(tx)
      if (after?.guestId === test.guestId && after.bookings.length === 0 && !after.isPaying)
        await closeTestGuest(tx, now, test.guestId)
    })
  }

  return {
    /** A session of the guest, with the owner's own address to book with. */
    begin: (ownerId: number): Promise<Session> =>
      inTransaction(db, clock, async (tx, now) => {
        const { email } = await getUser(tx, ownerId)
        const guest = await findOrMakeTestGuest(tx, now, ownerId)
        await recordChange(tx, ownerId, 'configuration.test-begun', 'TEST_BOOKING', null, null)
        const { phone } = await business.get(tx)
        return {
          token: await openSession(tx, now, guest),
          user: { ...toUser(guest), email, phoneNumber: phone || null },
        }
      }),

    cleanUp,

    sweep: async (): Promise<void> => {
      const test = await findTest(db)
      if (!test || test.usedAt.getTime() > clock.now().getTime() - FORGOTTEN_AFTER_MS) return
      await cleanUp(test.ownerId).catch((error: Error) => log.warn({ err: error }, 'test booking not cleaned up yet'))
    },
  }
}

const ignoring =
  (...codes: string[]) =>
  (error: unknown) => {
    if (!(error instanceof AppError && codes.includes(error.code))) throw error
  }
