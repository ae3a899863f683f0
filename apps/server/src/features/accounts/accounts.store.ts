import type { Position, User } from '@arcadia/contract/accounts'
import { type Generated, type NotNull, sql } from 'kysely'
import type { NewRow, Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { useUpLinks } from '../../http/links.ts'
import { revokeAllSessions } from '../../http/sessions.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    users: {
      id: Generated<number>
      username: string
      /** Null: the owner booked for somebody who gave none, and nobody signs in (docs/rules.md §19.1). */
      email: string | null
      email_confirmed_at: Generated<Date | null>
      /** The new address, until it is confirmed. */
      pending_email: Generated<string | null>
      /** Null while nobody has set a password. */
      password_hash: string | null
      first_name: string | null
      last_name: string | null
      phone_number: string | null
      /** Left out by who serves: the owner of the database makes admins. */
      role: Generated<'USER' | 'ADMIN'>
      /** Of an ADMIN. */
      position: Generated<Position | null>
      is_active: Generated<boolean>
      closed_at: Generated<Date | null>
      created_at: Date
      updated_at: Date
    }
  }
}

/** An account that can be signed in to. */
export type UserRow = Row<'users'> & { email: string }

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    hasPassword: row.password_hash !== null,
    pendingEmail: row.pending_email,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    role: row.role,
    position: row.position,
  }
}

const users = (db: Db) =>
  db.selectFrom('users').selectAll().where('email', 'is not', null).$narrowType<{ email: NotNull }>()

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return users(db).where('id', '=', id).executeTakeFirst()
}

/** By username or email: a username has no @, so that a name means one account at most. */
export function findUserByName(db: Db, usernameOrEmail: string): Promise<UserRow | undefined> {
  const column = usernameOrEmail.includes('@') ? sql`lower(email)` : sql`lower(username)`
  return users(db).where(column, '=', sql`lower(${usernameOrEmail})`).executeTakeFirst()
}

/** The account of an address, kept as it is until the transaction ends. */
export function lockUserOfAddress(tx: Db, email: string): Promise<UserRow | undefined> {
  return users(tx).where(sql`lower(email)`, '=', sql`lower(${email})`).forNoKeyUpdate().executeTakeFirst()
}

/** An account without an address, kept as it is until the transaction ends. */
export function lockCaller(tx: Db, id: number): Promise<Row<'users'> | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('email', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type NewUser = Pick<UserRow, 'username' | 'email' | 'password_hash' | 'first_name' | 'last_name' | 'phone_number'>

/** An owner, made only by the owner of the database. The operator chose this address, so there is nothing to confirm. */
export function insertAdmin(tx: Db, now: Date, admin: Pick<NewUser, 'username' | 'email' | 'password_hash'>) {
  const rest = { first_name: null, last_name: null, phone_number: null, email_confirmed_at: now } as const
  return insertUser(tx, now, { ...admin, ...rest, role: 'ADMIN', position: 'OWNER' })
}

/** @throws AppError `username-taken` or `email-taken` */
export function insertUser(
  tx: Db,
  now: Date,
  user: NewUser & { role?: 'ADMIN'; position?: Position; email_confirmed_at?: Date },
): Promise<UserRow> {
  return namingWhatIsTaken(
    tx
      .insertInto('users')
      .values({ ...user, created_at: now, updated_at: now })
      .returningAll()
      .$narrowType<{ email: NotNull }>()
      .executeTakeFirstOrThrow(),
  )
}

/** A USER under this name and address, unless one of them is taken. */
export function insertUserIfFree(tx: Db, now: Date, user: NewUser): Promise<UserRow | undefined> {
  return insertIfFree(tx, now, user).returningAll().$narrowType<{ email: NotNull }>().executeTakeFirst()
}

/** A USER without an address, unless the name is taken. */
export function insertCallerIfFree(
  tx: Db,
  now: Date,
  user: Pick<NewUser, 'username' | 'first_name' | 'last_name' | 'phone_number'>,
): Promise<{ id: number } | undefined> {
  return insertIfFree(tx, now, { ...user, email: null, password_hash: null })
    .returning('id')
    .executeTakeFirst()
}

const insertIfFree = (tx: Db, now: Date, user: Omit<NewRow<'users'>, 'created_at' | 'updated_at'>) =>
  tx
    .insertInto('users')
    .values({ ...user, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())

/** Name and address are free for another account; the row stays, because bookings belong to it. */
export async function closeUser(tx: Db, now: Date, id: number, username = `closed:${id}`): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      // A colon and a space are in nobody's username or address, so these are never taken.
      username,
      email: `closed:${id}@account.invalid`,
      password_hash: null,
      email_confirmed_at: null,
      pending_email: null,
      first_name: null,
      last_name: null,
      phone_number: null,
      is_active: false,
      closed_at: now,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

type Changes = Partial<
  Pick<UserRow, 'email' | 'email_confirmed_at' | 'pending_email' | 'first_name' | 'last_name' | 'phone_number'>
>

/** @throws AppError `email-taken` */
export async function refuseTakenEmail(tx: Db, userId: number, email: string): Promise<void> {
  const other = await findUserByName(tx, email)
  if (other && other.id !== userId) throw new AppError('email-taken', { path: 'email' })
}

/** @throws AppError `email-taken` */
export function changeUser(tx: Db, now: Date, id: number, changes: Changes): Promise<UserRow> {
  return namingWhatIsTaken(
    tx
      .updateTable('users')
      .set({ ...changes, updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .$narrowType<{ email: NotNull }>()
      .executeTakeFirstOrThrow(),
  )
}

function namingWhatIsTaken<T>(writing: Promise<T>): Promise<T> {
  return writing
    .catch(refuseTaken('users_username_key', 'username-taken', { path: 'username' }))
    .catch(refuseTaken('users_email_key', 'email-taken', { path: 'email' }))
}

/**
 * Replaces the password if it is still the one that was checked; false when it was changed meanwhile. A change of the
 * address that still waits is off: whoever sets a new password may do so because it was none of theirs.
 */
export async function replacePassword(
  tx: Db,
  now: Date,
  user: { id: number; oldHash: string | null; newHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: user.newHash, pending_email: null, updated_at: now })
    .where('id', '=', user.id)
    .where('password_hash', 'is not distinct from', user.oldHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Person = Pick<UserRow, 'username' | 'first_name' | 'last_name' | 'phone_number' | 'email_confirmed_at'>

/**
 * Hands an account that nobody confirmed to whoever reads email at its address: what a stranger could sign in with ends, and
 * what is known of the person replaces what a stranger typed.
 */
export async function takeBackAccount(tx: Db, now: Date, id: number, person: Partial<Person>): Promise<void> {
  await namingWhatIsTaken(
    tx
      .updateTable('users')
      .set({ ...person, password_hash: null, pending_email: null, updated_at: now })
      .where('id', '=', id)
      .execute(),
  )
  await revokeAllSessions(tx, now, id)
  await useUpLinks(tx, now, id, 'SIGN_UP_AGAIN')
}

/**
 * Keeps the account as it is until the transaction ends; false when its password was changed or it was deactivated
 * since it was read. Otherwise a sign-in under way would outlive the change that ends every session.
 */
export async function pinAccount(tx: Db, user: UserRow): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
