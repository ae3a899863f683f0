import type { Position, User } from '@arcadia/contract/accounts'
import { type Generated, type NotNull, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { NewRow, Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { deleteLinksOf, endLinks } from '../../http/links.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { forgetUnsubscriptions } from '../../mail/unsubscriptions.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    users: {
      id: Generated<number>
      username: string
      /** Null if the owner booked for a caller who gave no email; nobody can sign in (docs/rules.md §19.1). */
      email: string | null
      email_confirmed_at: Generated<Date | null>
      /** The new address, until it is confirmed. */
      pending_email: Generated<string | null>
      /** Null until a password is set. */
      password_hash: string | null
      /** When and on what device the address that awaits confirmation was given; null if the office gave it. */
      email_given_at: Generated<Date | null>
      email_given_on: Generated<string | null>
      /** The owner who books a test trip as this guest. */
      tests_for: Generated<number | null>
      first_name: string | null
      last_name: string | null
      phone_number: string | null
      /** The serving database role can't write this; only the owning role makes admins. */
      role: Generated<'USER' | 'ADMIN'>
      /** Set for an ADMIN only. */
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
    ...(row.tests_for !== null && { isTest: true }),
  }
}

const users = (db: Db) =>
  db.selectFrom('users').selectAll().where('email', 'is not', null).$narrowType<{ email: NotNull }>()

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return users(db).where('id', '=', id).executeTakeFirst()
}

/** @throws AppError `unauthorized` if the session's account is gone */
export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('unauthorized')
  return user
}

/** As the database's owner. */
export async function setPosition(tx: Db, now: Date, id: number, position: Position): Promise<void> {
  await tx.updateTable('users').set({ position, updated_at: now }).where('id', '=', id).execute()
}

export async function setPasswordHash(tx: Db, now: Date, id: number, password_hash: string | null): Promise<void> {
  await tx.updateTable('users').set({ password_hash, updated_at: now }).where('id', '=', id).execute()
}

/** By username or email. A username has no @, so a name matches one account at most. */
export function findUserByName(db: Db, usernameOrEmail: string): Promise<UserRow | undefined> {
  const column = usernameOrEmail.includes('@') ? sql`lower(email)` : sql`lower(username)`
  return users(db).where(column, '=', sql`lower(${usernameOrEmail})`).executeTakeFirst()
}

/** Locks the account of an address. */
export function lockUserOfAddress(tx: Db, email: string): Promise<UserRow | undefined> {
  return users(tx).where(sql`lower(email)`, '=', sql`lower(${email})`).forNoKeyUpdate().executeTakeFirst()
}

/** Locks an account that has no address. */
export function lockCaller(tx: Db, id: number): Promise<Row<'users'> | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('email', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type NewUser = Pick<UserRow, 'username' | 'email' | 'password_hash' | 'first_name' | 'last_name' | 'phone_number'> &
  Partial<Pick<UserRow, 'email_given_at' | 'email_given_on'>>

/** Creates an OWNER; needs the owning database role. The operator chose the address, so it counts as confirmed. */
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
  return withTakenErrors(
    tx
      .insertInto('users')
      .values({ ...user, created_at: now, updated_at: now })
      .returningAll()
      .$narrowType<{ email: NotNull }>()
      .executeTakeFirstOrThrow(),
  )
}

/** Inserts a USER, unless the name or address is taken. */
export function insertUserIfFree(tx: Db, now: Date, user: NewUser): Promise<UserRow | undefined> {
  return insertIfFree(tx, now, user).returningAll().$narrowType<{ email: NotNull }>().executeTakeFirst()
}

/** Inserts a USER without an address, unless the name is taken. */
export function insertCallerIfFree(
  tx: Db,
  now: Date,
  user: Pick<NewUser, 'username' | 'first_name' | 'last_name' | 'phone_number'>,
): Promise<{ id: number } | undefined> {
  return insertIfFree(tx, now, { ...user, email: null, password_hash: null })
    .returning('id')
    .executeTakeFirst()
}

/** Inserts a guest of a test, unless there is one. Nobody can type its name or address. */
export function insertTestGuestIfFree(tx: Db, now: Date, ownerId: number, name: string): Promise<UserRow | undefined> {
  return insertIfFree(tx, now, {
    username: `test:${name}`,
    email: `test:${name}@account.invalid`,
    password_hash: null,
    email_confirmed_at: now,
    first_name: 'Test',
    last_name: 'Booking',
    phone_number: null,
    tests_for: ownerId,
  })
    .returningAll()
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
}

export function findTestGuest(tx: Db): Promise<UserRow | undefined> {
  return users(tx).where('tests_for', 'is not', null).where('closed_at', 'is', null).executeTakeFirst()
}

const insertIfFree = (tx: Db, now: Date, user: Omit<NewRow<'users'>, 'created_at' | 'updated_at'>) =>
  tx
    .insertInto('users')
    .values({ ...user, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())

/** Frees the name and address for another account and forgets them; the row stays because bookings refer to it. */
export async function closeUser(tx: Db, now: Date, id: number, username = `closed:${id}`): Promise<void> {
  await forgetUnsubscriptions(tx, id)
  await tx
    .updateTable('users')
    .set({
      // No username or address contains a colon or space, so these are never taken.
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
  await deleteLinksOf(tx, id)
}

export type Changes = Partial<
  Pick<
    UserRow,
    | 'email'
    | 'email_confirmed_at'
    | 'pending_email'
    | 'email_given_at'
    | 'email_given_on'
    | 'first_name'
    | 'last_name'
    | 'phone_number'
  >
>

/** Whether another account has the address. */
export async function isTakenEmail(tx: Db, userId: number, email: string): Promise<boolean> {
  const other = await findUserByName(tx, email)
  return other !== undefined && other.id !== userId
}

/** @throws AppError `email-taken` */
export function changeUser(tx: Db, now: Date, id: number, changes: Changes): Promise<UserRow> {
  return withTakenErrors(
    tx
      .updateTable('users')
      .set({ ...changes, updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .$narrowType<{ email: NotNull }>()
      .executeTakeFirstOrThrow(),
  )
}

function withTakenErrors<T>(writing: Promise<T>): Promise<T> {
  return writing
    .catch(refuseTaken('users_username_key', 'username-taken', { path: 'username' }))
    .catch(refuseTaken('users_email_key', 'email-taken', { path: 'email' }))
}

/**
 * Replaces the password; false if it has changed since it was checked. Also cancels a pending address change, because the
 * person may be setting a new password to stop it.
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
 * Hands an unconfirmed account to the person who reads email at its address: ends every way a stranger could sign in but open
 * sessions, which the caller ends, and replaces what a stranger typed with what we know about the person.
 */
export async function takeBackAccount(tx: Db, now: Date, id: number, person: Partial<Person>): Promise<void> {
  await withTakenErrors(
    tx
      .updateTable('users')
      .set({ ...person, password_hash: null, pending_email: null, updated_at: now })
      .where('id', '=', id)
      .execute(),
  )
  await endLinks(tx, now, id, 'SIGN_UP_AGAIN')
}

/**
 * Locks the account; false if its password changed or it was deactivated since it was read. Without this, a sign-in in
 * progress would survive a change that ends every session.
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

/** Releases a customer's holds and waitlist entries when the account is closed or deactivated, in the same transaction. */
export type WithdrawCustomer = (tx: Db, clock: Clock, userId: number) => Promise<void>

/**
 * Anything that takes spots locks the account row first, so requests from several tabs run one at a time and none runs
 * after the account was deactivated and its spots released.
 * @throws AppError `unauthorized`
 */
export async function lockActiveAccount(tx: Db, userId: number): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('unauthorized')
}

/**
 * Locks the active admins in order, so that if two deactivate or demote each other, the second sees the first's change.
 * Pending invitees don't count.
 */
export async function lockActiveAdmins(tx: Db): Promise<ReadonlyMap<number, Position>> {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'position'])
    .where('position', 'is not', null)
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .$narrowType<{ position: Position }>()
    .execute()
  return new Map(admins.map(({ id, position }) => [id, position]))
}

/** Locks the account row until the transaction ends. */
export async function lockAccount(
  tx: Db,
  id: number,
): Promise<{ is_active: boolean; position: Position | null } | undefined> {
  return tx
    .selectFrom('users')
    .select(['is_active', 'position'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setActive(tx: Db, now: Date, id: number, isActive: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_active: isActive, updated_at: now }).where('id', '=', id).execute()
}

/** Emails a staff member their new position, or with null that they were removed. Pending invitees get no email. */
export async function tellPosition(tx: Db, now: Date, userId: number, position: Position | null): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.password_hash)
    await enqueueMail(tx, now, { kind: 'position-changed', to: user.email, params: { userId, position } })
}

/** Emails the account that its password is another one now, and from where that was done; null on the server itself. */
export async function tellPasswordChanged(
  tx: Db,
  now: Date,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  device: string | null,
): Promise<void> {
  const params = { userId: id, at: now.toISOString(), device }
  await enqueueMail(tx, now, { kind: 'password-changed', to: email, params })
}

/** Checks that the caller is still an owner, and locks them as one. @throws AppError `unauthorized`, `forbidden` */
export async function demandOwner(tx: Db, id: number): Promise<void> {
  const position = (await lockActiveAdmins(tx)).get(id)
  if (position !== 'OWNER') throw new AppError(position ? 'forbidden' : 'unauthorized')
}
