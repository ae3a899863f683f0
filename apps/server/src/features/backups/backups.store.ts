import type { SecondPlace } from '@arcadia/contract/admin/backups'
import { type Generated, sql } from 'kysely'
import type { Row, RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import type { Lease } from '../../jobs/leased-work.ts'

/** A second place as it is stored; its secret is encrypted beside it. */
export type StoredPlace = Omit<SecondPlace, 'secret'> & {
  /** Since a restore, until an owner says that this is the site to go on with (docs/rules.md §12.15). */
  isPaused?: true
}

declare module '../../database/tables.ts' {
  interface Tables {
    backup_settings: {
      only_row: Generated<boolean>
      recovery_recipient: string | null
      recovery_made_at: Date | null
      recovery_tried_at: Date | null
      second_place: StoredPlace | null
      second_secret_encrypted: Buffer | null
    }
    backups: {
      id: Generated<number>
      created_at: Date
      next_try_at: Date
      leased_until: Generated<Date | null>
      tries: Generated<number>
      failure: Generated<string | null>
      file: Generated<string | null>
      version: Generated<string | null>
      recipient: Generated<string | null>
      bytes: Generated<number | null>
      bookings: Generated<number | null>
      taken_at: Generated<Date | null>
      made_at: Generated<Date | null>
      drill_problems: Generated<string[] | null>
      copied_at: Generated<Date | null>
      done_at: Generated<Date | null>
    }
  }
}

export type BackupRow = Row<'backups'>
export type BackupSettings = Row<'backup_settings'>
/** What is known of a file that is whole. */
export type MadeBackup = Pick<BackupRow, 'version' | 'recipient'> & {
  file: string
  bytes: number
  bookings: number
  taken_at: Date
}

export const getSettings = (db: Db): Promise<BackupSettings> =>
  db.selectFrom('backup_settings').selectAll().executeTakeFirstOrThrow()

/** @param recipient changes nothing if the recovery key is another by now */
export async function updateSettings(tx: Db, change: RowChange<'backup_settings'>, recipient?: string): Promise<void> {
  const { second_place, ...others } = change
  const place = second_place === undefined ? {} : { second_place: sql`${JSON.stringify(second_place)}::json` as never }
  await tx
    .updateTable('backup_settings')
    .set({ ...others, ...place })
    .$if(recipient !== undefined, (of) => of.where('recovery_recipient', '=', recipient!))
    .execute()
}

/** Newest first; the one that is not made yet comes first. */
export const listBackups = (db: Db): Promise<BackupRow[]> =>
  db.selectFrom('backups').selectAll().orderBy(sql`made_at is null`, 'desc').orderBy('id', 'desc').execute()

/** Keeps one next backup, due at `at` or earlier. */
export async function keepNext(db: Db, now: Date, at: Date): Promise<void> {
  await db
    .insertInto('backups')
    .values({ created_at: now, next_try_at: at })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(true)`)
        .where('made_at', 'is', null)
        .doUpdateSet({ next_try_at: at })
        .where(sql<boolean>`backups.next_try_at > excluded.next_try_at`),
    )
    .execute()
}

export const leaseBackups = (db: Db, lease: Lease): Promise<BackupRow[]> =>
  leaseDue(db, 'backups', lease, { isOpen: sql`d.done_at is null` })

export async function updateBackup(db: Db, id: number, change: RowChange<'backups'>): Promise<void> {
  await db.updateTable('backups').set(change).where('id', '=', id).execute()
}

/** The next one is this, which nobody waited for. */
export async function makeNext(tx: Db, made: MadeBackup & { made_at: Date }): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ ...made, failure: null, leased_until: null })
    .where('made_at', 'is', null)
    .execute()
}

/** Nothing is left to do for earlier ones; the newest is what counts. */
export async function endEarlier(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ done_at: now, leased_until: null })
    .where('id', '<', id)
    .where('made_at', 'is not', null)
    .where('done_at', 'is', null)
    .execute()
}

/** The newest one is copied again, because the second place is another. */
export async function copyAgain(tx: Db, now: Date): Promise<void> {
  await tx.updateTable('backups').set({ copied_at: null }).where('copied_at', 'is not', null).execute()
  await tx
    .updateTable('backups')
    .set({ done_at: null, next_try_at: now, failure: null })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('backups')
        .select((of) => of.fn.max('id').as('id'))
        .where('made_at', 'is not', null),
    )
    .execute()
}

/** For a restored database: a copy of a site that goes on elsewhere would delete that one's backups there. */
export const PAUSE_SECOND_PLACE = `update backup_settings
  set second_place = (second_place::jsonb || '{"isPaused": true}')::json where second_place is not null`

/** The second place needs its secret again. */
export async function forgetSecret(tx: Db): Promise<void> {
  await updateSettings(tx, { second_place: null, second_secret_encrypted: null })
}

export async function deleteBackup(db: Db, id: number): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute()
}

/** How large the database is, on its disk. */
export async function sizeOfDatabase(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]!.bytes
}
