import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { afterQuietMinute, joinChanges, joinedKinds } from '../../mail/mail-budget.rules.ts'
import type { MailKind } from '../../mail/mail-kinds.ts'
import type { MailContent } from '../../mail/outbox.ts'

/**
 * Queues a notice for every subscribed device, due at `at`, in the transaction of the event; of the changes of one booking, the
 * last is told, as by email (docs/rules.md §8.6).
 */
export async function enqueuePush(tx: Db, now: Date, content: MailContent, dueAt: Date): Promise<void> {
  const earlier = await takeBackChange(tx, now, content)
  const { kind, params } = earlier ? joinChanges(earlier, content) : content
  const at = afterQuietMinute(kind, now, dueAt)
  await sql`insert into push_notices (device_id, kind, params, created_at, next_try_at)
    select id, ${kind}, ${JSON.stringify(params)}::jsonb, ${now}::timestamptz, ${at}::timestamptz from push_devices`.execute(
    tx,
  )
}

/** Unsubscribes all devices of a user. A device subscribes again when its owner is signed in. */
export async function forgetDevicesOf(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('push_devices').where('user_id', '=', userId).execute()
}

/** Unsubscribes the device that this session turned on. */
export async function forgetDeviceOfSession(tx: Db, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('push_devices').where('session', '=', tokenHash).execute()
}

/** Deletes the waiting notices of the same booking that a new one tells again; returns one of them, if there are any. */
async function takeBackChange(tx: Db, now: Date, { kind, params }: { kind: MailKind; params: object }) {
  const kinds = joinedKinds(kind)
  if (!kinds || !('bookingId' in params)) return undefined
  const [earlier] = await tx
    .deleteFrom('push_notices')
    .where('kind', 'in', kinds)
    .where(sql`params ->> 'bookingId'`, '=', String(params.bookingId))
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))
    .returning(['kind', 'params'])
    .execute()
  return earlier
}
