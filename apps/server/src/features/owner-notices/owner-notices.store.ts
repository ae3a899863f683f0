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

/** All notices but of tips, which ask nothing of an owner; no quiet hours, no digest. */
const DEFAULTS: OwnerNotices = {
  addresses: [],
  newBooking: true,
  dateMoved: true,
  balancePaid: true,
  tip: false,
  cancelled: true,
  question: true,
  enquiry: true,
  paymentTrouble: true,
  quietFrom: null,
  quietUntil: null,
  digestAt: null,
}

/** Not validated: this runs while a payment is settled, and a stricter schema must not stop that. */
export async function getNotices(db: Db): Promise<OwnerNotices> {
  const { settings } = await db.selectFrom('owner_notices').select('settings').executeTakeFirstOrThrow()
  return { ...DEFAULTS, ...settings }
}

/** Serializes changes. */
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

/** False if some process has already written the day's digest. */
export async function markDigest(tx: Db, day: TripDate): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('owner_notices')
    .set({ digest_on: day })
    .where((row) => row.or([row('digest_on', 'is', null), row('digest_on', '<', day)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
