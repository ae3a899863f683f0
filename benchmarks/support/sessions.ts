import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Creates a session for each account directly in the database and returns the tokens. */
export async function openSessions(database: pg.Client, userIds: readonly number[]): Promise<string[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'))
  await database.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at, answered_at, last_used_at)
      select hash, id, now(), now() + interval '1 day', now(), now() from unnest($1::bytea[], $2::integer[]) one (hash, id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), userIds],
  )
  return tokens
}
