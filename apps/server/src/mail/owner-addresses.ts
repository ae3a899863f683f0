import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

/** The address of every active owner. Invited ones who haven't set a password yet get nothing. */
export async function listOwnerAddresses(db: Db): Promise<readonly string[]> {
  const owners = await db
    .selectFrom('users')
    .select(sql<string>`email`.as('email'))
    .where('position', '=', 'OWNER')
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .execute()
  return owners.map(({ email }) => email)
}
