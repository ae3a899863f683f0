import type { ExpressionBuilder, Generated } from 'kysely'
import type { Row, Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    passkeys: {
      id: Generated<number>
      user_id: number
      name: string
      /** The site's host when it was made; it signs for no other. */
      host: string
      credential_id: string
      public_key: Buffer
      counter: number
      transports: string[]
      created_at: Date
      last_used_at: Generated<Date | null>
    }
    passkey_challenges: {
      challenge: string
      purpose: 'ADD' | 'CONFIRM' | 'SIGN_IN'
      /** The session, or for a sign-in the browser. */
      asked_by: string
      expires_at: Date
    }
  }
}

export type PasskeyRow = Row<'passkeys'>
export type Purpose = Row<'passkey_challenges'>['purpose']

/** Newest first, also those made when the site had another host. */
export const listPasskeysOf = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** Undefined if the key is known already. */
export const insertPasskey = (
  tx: Db,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> =>
  tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const deletePasskey = (tx: Db, userId: number, id: number): Promise<{ name: string } | undefined> =>
  tx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('name').executeTakeFirst()

/** The name of before; undefined if the account has no such key. */
export async function renamePasskey(tx: Db, userId: number, id: number, name: string): Promise<string | undefined> {
  const ofUser = (eb: ExpressionBuilder<Tables, 'passkeys'>) => eb.and({ user_id: userId, id })
  const was = await tx.selectFrom('passkeys').select('name').where(ofUser).forUpdate().executeTakeFirst()
  if (was) await tx.updateTable('passkeys').set({ name }).where(ofUser).execute()
  return was?.name
}

/** Notes a use. False if the key is gone, or if its count did not grow: then it may be a copy. */
export async function notePasskeyUse(db: Db, now: Date, id: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.val(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function keepChallenge(db: Db, challenge: Row<'passkey_challenges'>): Promise<void> {
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

/** Uses a challenge up. False if it is unknown, used, expired, or meant for something or somebody else. */
export async function takeChallenge(
  db: Db,
  now: Date,
  { challenge, purpose, askedBy }: { challenge: string; purpose: Purpose; askedBy: string },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('asked_by', '=', askedBy)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}

export async function forgetOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}
