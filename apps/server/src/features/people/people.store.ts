import { hash } from 'node:crypto'
import type { Position } from '@arcadia/contract/accounts'
import type { Person } from '@arcadia/contract/admin/people'
import type { Cents } from '@arcadia/contract/money'
import { type Generated, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import { AppError } from '../../http/app-error.ts'
import { INVITATION_MS } from './people.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Read and written by the owner of the database alone. */
    server_key: {
      only_row: Generated<boolean>
      digest: Buffer
    }
    office_limits: {
      only_row: Generated<boolean>
      refund_cents: Generated<number>
    }
  }
}

function people(db: Db) {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.position',
      'u.is_active as isActive',
      'u.password_hash',
      'u.updated_at',
      (eb) =>
        eb
          .exists(
            eb
              .selectFrom('second_factors as f')
              .whereRef('f.user_id', '=', 'u.id')
              .where('confirmed_at', 'is not', null),
          )
          .as('hasTwoStepSignIn'),
    ])
    .where('u.position', 'is not', null)
    .where('u.closed_at', 'is', null)
    .$narrowType<{ position: Position; email: string; hasTwoStepSignIn: boolean }>()
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

/** An account without a password is an open invitation, last sent when the row was last changed. */
function toPerson({ password_hash, updated_at, ...person }: PersonRow): Person {
  const invitedUntil = password_hash === null ? new Date(updated_at.getTime() + INVITATION_MS) : null
  return { ...person, invitedUntil }
}

/** Owners first, then office and guides; longest-serving first in each. */
export async function listPeople(db: Db): Promise<Person[]> {
  const order = sql`array_position(array['OWNER', 'OFFICE', 'GUIDE'], u.position)`
  return (await people(db).orderBy(order).orderBy('u.id').execute()).map(toPerson)
}

/** @throws AppError `user-not-found` */
export async function getPerson(db: Db, id: number): Promise<Person> {
  const row = await people(db).where('u.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('user-not-found')
  return toPerson(row)
}

/** What a server process proves by that it is one; nobody can learn it from the database. */
export const serverSecret = ({ secretFor }: Pick<Encryption, 'secretFor'>) => secretFor('give a position')

/**
 * Lets the processes that have this secret give positions; false if the database belongs to those of another one.
 * @param owner the database as its owner
 */
export async function admitServer(owner: Db, secret: Buffer): Promise<boolean> {
  const digest = hash('sha256', secret, 'buffer')
  await owner
    .insertInto('server_key')
    .values({ digest })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const bound = await owner.selectFrom('server_key').select('digest').executeTakeFirstOrThrow()
  return digest.equals(bound.digest)
}

/** From now on the database belongs to the processes that have this secret. */
export async function bindToServer(owner: Db, secret: Buffer): Promise<void> {
  const digest = hash('sha256', secret, 'buffer')
  await owner
    .insertInto('server_key')
    .values({ digest })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ digest }))
    .execute()
}

/** The only way the serving database role can make someone an ADMIN or change their position. */
export async function givePosition(
  tx: Db,
  secret: Buffer,
  { by, to, position }: { by: number; to: number; position: Position },
): Promise<void> {
  await sql`select give_position(${secret}::bytea, ${by}, ${to}, ${position})`.execute(tx)
}

/** The most the office may refund on one booking. */
export async function refundLimitOf(db: Db): Promise<Cents> {
  return (await db.selectFrom('office_limits').select('refund_cents').executeTakeFirstOrThrow()).refund_cents
}

export async function putRefundLimit(tx: Db, cents: Cents): Promise<void> {
  await tx.updateTable('office_limits').set({ refund_cents: cents }).execute()
}

/** What went back on a booking, in whatever way, and refunds without an answer yet. */
export async function sumGoneBack(db: Db, bookingId: number): Promise<Cents> {
  const { rows } = await sql<{ back: Cents }>`
    select (coalesce((select sum(cents) from money_back where booking_id = ${bookingId}), 0)
      + coalesce((select sum(cents) from never_taken where booking_id = ${bookingId}), 0)
      + coalesce((select sum(r.amount_cents) from refunds r join refund_orders o on o.id = r.order_id
        where o.booking_id = ${bookingId} and r.outcome is null), 0)
      - coalesce((select sum(amount_cents) from manual_payments where booking_id = ${bookingId} and reverses is not null
        and not is_given_back), 0)
    )::integer as back`.execute(db)
  return rows[0]!.back
}

/** Oldest first. */
export function listAdmins(db: Db) {
  return db
    .selectFrom('users')
    .select(['username', 'email', 'position', 'is_active as isActive'])
    .where('position', 'is not', null)
    .where('closed_at', 'is', null)
    .$narrowType<{ position: Position }>()
    .orderBy('id')
    .execute()
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1).executeTakeFirst()
  return admin !== undefined
}
