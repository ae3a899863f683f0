import { sql } from 'kysely'
import { DAY_MS } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { hashToken, newToken } from '../http/sessions.ts'

/** Tokens of many signed-in customers, inserted directly, because hashing that many passwords would take minutes. */
export async function aCrowd(db: Db, size: number): Promise<string[]> {
  const tokens = Array.from({ length: size }, newToken)
  const created = new Date()
  const { rows } = await sql<{ id: number }>`
    insert into users (username, email, password_hash, role, created_at, updated_at)
    select name, name || '@example.com', 'none', 'USER', ${created}, ${created}
    from (select 'crowd-' || ${tokens[0]!.slice(0, 8)} || '-' || n as name from generate_series(1, ${size}::integer) n) people
    returning id`.execute(db)
  const expires = new Date(created.getTime() + DAY_MS)
  await db
    .insertInto('sessions')
    .values(
      rows.map(({ id }, index) => ({
        token_hash: hashToken(tokens[index]!),
        user_id: id,
        device_name: null,
        created_at: created,
        last_used_at: created,
        expires_at: expires,
        answered_at: created,
      })),
    )
    .execute()
  return tokens
}
