import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { MailKind } from '../../mail/mail-kinds.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    push_keys: {
      only_row: Generated<boolean>
      public_key: string
      private_key_encrypted: Buffer
    }
    push_devices: {
      id: Generated<number>
      user_id: number
      /** What turned it on. */
      session: Buffer | null
      endpoint: string
      public_key: string
      auth_secret: string
      created_at: Date
    }
    push_notices: {
      id: Generated<number>
      device_id: number
      kind: MailKind
      params: JSONColumnType<object>
      created_at: Date
      next_try_at: Date
      leased_until: Generated<Date | null>
      tries: Generated<number>
    }
  }
}

export type PushKeysRow = Pick<Row<'push_keys'>, 'public_key' | 'private_key_encrypted'>
export type PushNoticeRow = Row<'push_notices'>

export function findKeys(db: Db): Promise<PushKeysRow | undefined> {
  return db.selectFrom('push_keys').select(['public_key', 'private_key_encrypted']).executeTakeFirst()
}

/** Keeps an existing pair, because every subscribed device depends on it. */
export async function putFirstKeys(db: Db, keys: PushKeysRow): Promise<void> {
  await db
    .insertInto('push_keys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True if the device is new. */
export async function putDevice(tx: Db, device: Omit<Row<'push_devices'>, 'id'>): Promise<boolean> {
  const { endpoint: _, created_at: __, ...changed } = device
  const { isNew } = await tx
    .insertInto('push_devices')
    .values(device)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changed))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}

/** True if the device existed. */
export async function deleteDeviceOf(tx: Db, userId: number, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteDevice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).execute()
}

/** A device whose user is still an active owner. */
export function findDevice(db: Db, id: number) {
  return db
    .selectFrom('push_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.endpoint', 'd.public_key as publicKey', 'd.auth_secret as authSecret'])
    .select(sql<string>`u.email`.as('email'))
    .where('d.id', '=', id)
    .where('u.position', '=', 'OWNER')
    .where('u.is_active', '=', true)
    .executeTakeFirst()
}

/** Devices were turned on for these keys. */
export async function forgetKeys(tx: Db): Promise<void> {
  await tx.deleteFrom('push_devices').execute()
  await tx.deleteFrom('push_keys').execute()
}

/** Ends a notice, unless another process has taken it over in the meantime. */
export async function deleteNotice(db: Db, { id, tries }: Pick<PushNoticeRow, 'id' | 'tries'>): Promise<void> {
  await db.deleteFrom('push_notices').where('id', '=', id).where('tries', '=', tries).execute()
}

export async function delayNotice(db: Db, { id, tries }: PushNoticeRow, next_try_at: Date): Promise<void> {
  await db
    .updateTable('push_notices')
    .set({ next_try_at, leased_until: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}
