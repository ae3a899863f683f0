import type { Generated } from 'kysely'
import type { Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import type { QuickbooksEnvironment } from './quickbooks-addresses.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    connection_attempts: {
      id: Generated<number>
      admin_id: number
      environment: QuickbooksEnvironment
      created_at: Date
      ticket_hash: Buffer
      ticket_expires_at: Date
      state_hash: Generated<Buffer | null>
      state_expires_at: Generated<Date | null>
      used_at: Generated<Date | null>
      realm_id: Generated<string | null>
      connected_at: Generated<Date | null>
    }
  }
}

type AttemptRow = Row<'connection_attempts'>

export async function saveTicket(
  db: Db,
  ticket: { adminId: number; environment: QuickbooksEnvironment; now: Date; ticketHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('connection_attempts')
    .values({
      admin_id: ticket.adminId,
      environment: ticket.environment,
      created_at: ticket.now,
      ticket_hash: ticket.ticketHash,
      ticket_expires_at: ticket.expiresAt,
    })
    .execute()
}

/** Turns a ticket into a state; false if the ticket is unknown, expired or spent. */
export async function issueState(
  db: Db,
  state: { environment: QuickbooksEnvironment; now: Date; ticketHash: Buffer; stateHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connection_attempts')
    .set({ state_hash: state.stateHash, state_expires_at: state.expiresAt })
    .where('ticket_hash', '=', state.ticketHash)
    .where('environment', '=', state.environment)
    .where('state_hash', 'is', null)
    .where('ticket_expires_at', '>', state.now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Spends a state. Only one concurrent caller gets the attempt, and only the admin it was issued to. */
export async function claimState(
  db: Db,
  claim: { environment: QuickbooksEnvironment; adminId: number; realmId: string; stateHash: Buffer; now: Date },
): Promise<AttemptRow | undefined> {
  return db
    .updateTable('connection_attempts')
    .set({ used_at: claim.now, realm_id: claim.realmId })
    .where('state_hash', '=', claim.stateHash)
    .where('environment', '=', claim.environment)
    .where('admin_id', '=', claim.adminId)
    .where('used_at', 'is', null)
    .where('state_expires_at', '>', claim.now)
    .returningAll()
    .executeTakeFirst()
}

export async function findByState(db: Db, stateHash: Buffer): Promise<AttemptRow | undefined> {
  return db.selectFrom('connection_attempts').selectAll().where('state_hash', '=', stateHash).executeTakeFirst()
}

export async function markConnected(tx: Db, id: number, now: Date): Promise<void> {
  await tx.updateTable('connection_attempts').set({ connected_at: now }).where('id', '=', id).execute()
}
