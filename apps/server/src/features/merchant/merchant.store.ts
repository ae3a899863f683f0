import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { MerchantConnectionsTable } from './merchant.tables.ts'
import type { QuickbooksEnvironment } from './quickbooks-addresses.ts'

export type ConnectionRow = Selectable<MerchantConnectionsTable>

export async function findConnection(db: Db, environment: QuickbooksEnvironment): Promise<ConnectionRow | undefined> {
  return db.selectFrom('merchant_connections').selectAll().where('environment', '=', environment).executeTakeFirst()
}

export async function saveConnection(
  db: Db,
  environment: QuickbooksEnvironment,
  connection: Omit<Updateable<MerchantConnectionsTable>, 'environment'> & {
    realm_id: string
    connected_at: Date
    updated_at: Date
  },
): Promise<void> {
  const row = {
    access_token_encrypted: null,
    refresh_token_encrypted: null,
    access_expires_at: null,
    refresh_expires_at: null,
    disconnected_at: null,
    last_refresh_failed_at: null,
    last_refresh_error: null,
    refresh_lease_until: null,
    ...connection,
  }
  await db
    .insertInto('merchant_connections')
    .values({ environment, ...row })
    .onConflict((conflict) => conflict.column('environment').doUpdateSet(row))
    .execute()
}

export async function updateConnection(
  db: Db,
  environment: QuickbooksEnvironment,
  change: Updateable<MerchantConnectionsTable>,
): Promise<void> {
  await db.updateTable('merchant_connections').set(change).where('environment', '=', environment).execute()
}

/** Changes the connection only while it still holds the refresh token that was read: the owner may connect anew meanwhile. */
export async function updateRefreshed(
  db: Db,
  environment: QuickbooksEnvironment,
  refreshToken: Buffer,
  change: Updateable<MerchantConnectionsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant_connections')
    .set(change)
    .where('environment', '=', environment)
    .where('refresh_token_encrypted', '=', refreshToken)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes the refresh for this process; false when another one has it. */
export async function leaseRefresh(
  db: Db,
  environment: QuickbooksEnvironment,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant_connections')
    .set({ refresh_lease_until: until })
    .where('environment', '=', environment)
    .where('refresh_token_encrypted', 'is not', null)
    .where(({ or, eb }) => or([eb('refresh_lease_until', 'is', null), eb('refresh_lease_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
