import type { OwnerNotices } from '@arcadia/contract/admin/owner-notices'
import type { TripDate } from '@arcadia/contract/trip-date'
import type { Generated, JSONColumnType } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    owner_notices: {
      only_row: Generated<boolean>
      settings: JSONColumnType<Partial<OwnerNotices>>
      digest_on: TripDate | null
    }
  }
}

/** Everything is told, at any hour, and no digest is sent until the owner says when. */
const DEFAULTS: OwnerNotices = {
  addresses: [],
  newBooking: true,
  dateMoved: true,
  balancePaid: true,
  cancelled: true,
  question: true,
  enquiry: true,
  paymentTrouble: true,
  quietFrom: null,
  quietUntil: null,
  digestAt: null,
}

/** Taken as they were written: a payment is settled in this transaction, and no rule that came later may stop it. */
export async function getNotices(db: Db): Promise<OwnerNotices> {
  const { settings } = await db.selectFrom('owner_notices').select('settings').executeTakeFirstOrThrow()
  return { ...DEFAULTS, ...settings }
}

/** Changes come one after the other. */
export async function lockNotices(tx: Db): Promise<OwnerNotices> {
  await tx.selectFrom('owner_notices').select('only_row').forUpdate().execute()
  return getNotices(tx)
}

export async function putNotices(tx: Db, notices: OwnerNotices): Promise<void> {
  await tx
    .updateTable('owner_notices')
    .set({ settings: JSON.stringify(notices) })
    .execute()
}

/** False when the digest of the day is written already, by whichever process. */
export async function markDigest(tx: Db, day: TripDate): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('owner_notices')
    .set({ digest_on: day })
    .where((row) => row.or([row('digest_on', 'is', null), row('digest_on', '<', day)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
