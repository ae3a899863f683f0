import { hash, randomBytes } from 'node:crypto'
import type { Position } from '@arcadia/contract/accounts'
import { type Access, ANSWER_HOLDS_MS, MAY_CALL } from '@arcadia/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Generated } from 'kysely'
import { type Clock, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Announcements } from '../database/announcements.ts'
import { commitsSoFar, type Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

declare module '../database/tables.ts' {
  interface Tables {
    sessions: {
      id: Generated<number>
      token_hash: Buffer
      user_id: number
      /** Null unless staff keep the device signed in. */
      device_name: string | null
      created_at: Date
      /** To within `NOTED_EVERY_MS`, and only of staff. */
      last_used_at: Date
      expires_at: Date
      revoked_at: Generated<Date | null>
      /** When its person last proved who they are; signing in does. */
      answered_at: Date
    }
  }
}

/** The signed-in user, as handlers see them. */
export interface SignedIn {
  id: number
  username: string
  role: 'USER' | 'ADMIN'
  /** Null for a USER. */
  position: Position | null
  /** Identifies the session, to revoke it. */
  tokenHash: Buffer
}

/** Session lifetimes (docs/rules.md §4.1 and docs/rules.md §4.21). */
const KEPT_MS = 30 * DAY_MS
const UNNAMED_MS = DAY_MS / 2

/** A secret of 256 random bits, safe in URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a token for storage. Tokens have the entropy of a key, so a plain digest is enough. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Opens a session and returns its bearer token, which is not stored. Staff keep a device signed in that they named. */
export async function openSession(
  db: Db,
  now: Date,
  user: { id: number; role: 'USER' | 'ADMIN' },
  deviceName: string | null = null,
): Promise<string> {
  const token = newToken()
  const isStaff = user.role === 'ADMIN'
  const lifetimeMs = isStaff && deviceName === null ? UNNAMED_MS : KEPT_MS
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      device_name: isStaff ? deviceName : null,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      answered_at: now,
    })
    .execute()
  return token
}

const revoking = (db: Db, now: Date) =>
  db.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null)

export async function revokeSession(db: Db, now: Date, tokenHash: Buffer): Promise<void> {
  await revoking(db, now).where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of an account, as after a password change or deactivation. */
export async function revokeAllSessions(db: Db, now: Date, userId: number): Promise<void> {
  await revoking(db, now).where('user_id', '=', userId).execute()
}

/** Lets every session of an account end at `at`, unless it ends before. */
export async function endSessionsAt(db: Db, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()
}

/** The open sessions of an account. */
export const openSessions = (db: Db, now: Date, userId: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'device_name', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

export async function hasOpenSession(db: Db, now: Date, userId: number): Promise<boolean> {
  return (await openSessions(db, now, userId).executeTakeFirst()) !== undefined
}

/** Deletes sessions 30 days after they expired; until then they show who was signed in. */
export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', new Date(now.getTime() - 30 * DAY_MS))
    .execute()
}

/** Max staleness if a notification is lost (docs/rules.md §4.1). */
const KNOWN_FOR_MS = 500
const MOST_KNOWN = 10_000
/** How often the use of a portal's session is written down. */
const NOTED_EVERY_MS = 10 * MINUTE_MS

export type Authenticate = ReturnType<typeof createAuthenticate>

/**
 * Identifies the caller. Session lookups are cached until this process commits anything but holds, any process ends a session,
 * or half a second passes.
 */
export function createAuthenticate(deps: { db: Db; clock: Clock; announcements: Pick<Announcements, 'on'> }) {
  const { db, clock } = deps
  const known = new Map<string, { user: ReturnType<typeof findCaller>; at: number; commits: number }>()
  deps.announcements.on('session', () => known.clear())

  function recall(tokenHash: Buffer): ReturnType<typeof findCaller> {
    const now = clock.now()
    const [key, at, commits] = [tokenHash.toString('base64'), now.getTime(), commitsSoFar().besidesHolds]
    const last = known.get(key)
    if (last && last.commits === commits && Math.abs(at - last.at) < KNOWN_FOR_MS) return last.user
    if (known.size >= MOST_KNOWN) known.clear()
    const entry = { user: findCaller(db, now, tokenHash), at, commits }
    known.set(key, entry)
    const forget = () => known.get(key) === entry && known.delete(key)
    entry.user.then((user) => user ?? forget(), forget)
    return entry.user
  }

  /**
   * The caller of a request, or null.
   * @throws AppError `unauthorized` (no valid token) or `forbidden` (not allowed), depending on `access`
   */
  return async function authenticate(request: FastifyRequest, access: Access): Promise<SignedIn | null> {
    if (access === 'public') return null
    const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
    const tokenHash = token && hashToken(token)
    const user = tokenHash && (await recall(tokenHash))
    const caller = user ? { ...user, tokenHash } : null
    if (access === 'anyone') return caller
    if (!caller) throw new AppError('unauthorized')
    const allowed: readonly string[] = MAY_CALL[access]
    if (!allowed.includes(caller.position ?? 'USER')) throw new AppError('forbidden')
    return caller
  }
}

/** Notes that the person proved again who they are. */
export async function keepAnswer(tx: Db, now: Date, tokenHash: Buffer): Promise<void> {
  await tx.updateTable('sessions').set({ answered_at: now }).where('token_hash', '=', tokenHash).execute()
}

/**
 * Refuses staff whose last answer is too old (docs/rules.md §4.17). Reads the session again, because the answer may just have been
 * given to another process. @throws AppError `confirm-it-is-you`
 */
export async function demandAnswer({ db, clock }: { db: Db; clock: Clock }, caller: SignedIn | null): Promise<void> {
  if (!caller?.position) return
  const since = new Date(clock.now().getTime() - ANSWER_HOLDS_MS)
  const answered = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', '=', caller.tokenHash)
    .where('answered_at', '>', since)
    .executeTakeFirst()
  if (!answered) throw new AppError('confirm-it-is-you')
}

/** Whether a session is still valid. */
export async function isSessionOpen(db: Db, now: Date, tokenHash: Buffer): Promise<boolean> {
  return (await findUserOf(db, now, tokenHash)) !== undefined
}

/** Who calls, and writes down that the portal's device is in use. */
async function findCaller(db: Db, now: Date, tokenHash: Buffer) {
  const found = await findUserOf(db, now, tokenHash)
  if (!found) return undefined
  const { last_used_at, ...user } = found
  const before = new Date(now.getTime() - NOTED_EVERY_MS)
  if (user.position && last_used_at <= before)
    await db
      .updateTable('sessions')
      .set({ last_used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('last_used_at', '<=', before)
      .execute()
  return user
}

async function findUserOf(db: Db, now: Date, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.username', 'users.role', 'users.position', 'sessions.last_used_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}
