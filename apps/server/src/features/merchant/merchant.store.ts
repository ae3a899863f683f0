import type { Generated } from 'kysely'
import type { Row, RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import type { QuickbooksEnvironment } from './quickbooks-addresses.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    merchant_connections: {
      environment: QuickbooksEnvironment
      realm_id: string
      access_token_encrypted: Buffer | null
      refresh_token_encrypted: Buffer | null
      access_expires_at: Date | null
      refresh_expires_at: Date | null
      connected_at: Date
      disconnected_at: Generated<Date | null>
      last_refresh_failed_at: Generated<Date | null>
      last_refresh_error: Generated<string | null>
      refresh_lease_until: Generated<Date | null>
      updated_at: Date
      refreshed_at: Generated<Date | null>
      hard_expires_at: Generated<Date | null>
      end_warned_at: Generated<Date | null>
      last_checked_at: Generated<Date | null>
    }
  }
}

export type ConnectionRow = Row<'merchant_connections'>
export type ConnectedRow = ConnectionRow & { access_token_encrypted: Buffer }

/** @param encryption with it, a connection whose tokens it can't decrypt is none */
export async function findConnection(
  db: Db,
  environment: QuickbooksEnvironment,
  encryption?: Pick<Encryption, 'tryDecrypt'>,
): Promise<ConnectionRow | undefined> {
  const row = await db
    .selectFrom('merchant_connections')
    .selectAll()
    .where('environment', '=', environment)
    .executeTakeFirst()
  const isClosed = (token: Buffer | null | undefined) => token && encryption?.tryDecrypt(token) === null
  return isClosed(row?.access_token_encrypted) || isClosed(row?.refresh_token_encrypted) ? undefined : row
}

/** Ends every connection without a word to the provider, because nobody can read the tokens anymore. */
export async function forgetConnections(tx: Db, now: Date): Promise<void> {
  const tokens = { access_token_encrypted: null, refresh_token_encrypted: null, refresh_lease_until: null }
  await tx
    .updateTable('merchant_connections')
    .set({ ...tokens, disconnected_at: now, updated_at: now })
    .where('access_token_encrypted', 'is not', null)
    .execute()
}

export async function saveConnection(
  db: Db,
  environment: QuickbooksEnvironment,
  connection: Omit<RowChange<'merchant_connections'>, 'environment'> & {
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
    refreshed_at: null,
    hard_expires_at: null,
    end_warned_at: null,
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
  change: RowChange<'merchant_connections'>,
): Promise<void> {
  await db.updateTable('merchant_connections').set(change).where('environment', '=', environment).execute()
}

/** Changes the connection only if it still has the refresh token that was read; the owner may just have reconnected. */
export async function updateRefreshed(
  db: Db,
  environment: QuickbooksEnvironment,
  refreshToken: Buffer,
  change: RowChange<'merchant_connections'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merchant_connections')
    .set(change)
    .where('environment', '=', environment)
    .where('refresh_token_encrypted', '=', refreshToken)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** True the first time. */
export async function markEndWarned(tx: Db, environment: QuickbooksEnvironment, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('merchant_connections')
    .set({ end_warned_at: now })
    .where('environment', '=', environment)
    .where('end_warned_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Leases the refresh for this process; false if another one has it. */
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

/** Locks the connection, so no one can disconnect, replace or start charging through it before this transaction ends. */
export async function lockConnection(tx: Db, environment: QuickbooksEnvironment): Promise<ConnectionRow | undefined> {
  return tx
    .selectFrom('merchant_connections')
    .selectAll()
    .where('environment', '=', environment)
    .forUpdate()
    .executeTakeFirst()
}

/** The environment's oldest payment with an unknown outcome, with details for the owner. */
export async function findUnsettledPayment(db: Db, environment: QuickbooksEnvironment) {
  return db
    .selectFrom('payment_attempts as attempt')
    .leftJoin('bookings', 'bookings.id', 'attempt.booking_id')
    .select(['attempt.realm_id', 'attempt.amount_cents', 'attempt.booking_data', 'bookings.confirmation_number'])
    .where('attempt.environment', '=', environment)
    .where('attempt.outcome', 'is', null)
    .orderBy('attempt.id')
    .executeTakeFirst()
}
