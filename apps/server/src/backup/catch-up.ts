import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type Db, inTransaction } from '../database/transaction.ts'
import type { Feature } from '../feature.ts'
import { recordChange } from '../features/audit-log/audit-log.writes.ts'
import { keepOut, tellSinceBackup } from '../features/people/since-backup.service.ts'
import type { createFeatures } from '../features.ts'
import { countHeldBack, HOLD_WAITING_MAILS } from '../mail/outbox.ts'

/** A safety limit, far more than needed. */
const MAX_ROUNDS = 1000

/**
 * Runs everything that became due between the backup and now, and holds back the resulting emails, because customers may have
 * received them before the restore, above all reminders. Then schedules a comparison with the provider. Returns how many emails
 * wait for the owner's approval, and what happened to accounts since the backup, as sentences.
 */
export async function catchUp(deps: {
  /** As the role that owns the tables. */
  db: Db
  clock: Clock
  features: ReturnType<typeof createFeatures>
  takenAt: string
}): Promise<{ held: number; accounts: string[] }> {
  const { db, clock, features, takenAt } = deps
  const { withdrawCustomer } = features.waitlist.api
  const changes = await keepOut({ db, clock, takenAt, withdrawCustomer })
  // Bookkeeping is left out: its findings are news, and their emails must go out.
  const others = Object.values<Feature>(features).filter(({ name }) => name !== features.bookkeeping.name)
  const sweeps = others.flatMap((feature) => feature.sweeps ?? [])
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await newestMail(db)
    // The server will retry a failed sweep.
    for (const sweep of sweeps) await sweep.run().catch(() => {})
    if ((await newestMail(db)) === before) break
  }
  for (const { idle } of others) await idle?.()
  const accounts = await inTransaction(db, clock, async (tx, now) => {
    await sql.raw(HOLD_WAITING_MAILS).execute(tx)
    const subject = { kind: 'backup', id: takenAt }
    await recordChange(tx, null, 'shell.restored', subject, null, { takenAt })
    return tellSinceBackup(tx, now, takenAt, changes)
  })
  await features.bookkeeping.api.compareSoon()
  return { held: await countHeldBack(db), accounts }
}

async function newestMail(db: Db): Promise<number | null> {
  const { newest } = await db
    .selectFrom('outbox_mails')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}
