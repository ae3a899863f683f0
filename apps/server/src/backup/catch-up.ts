import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type Db, inTransaction } from '../database/transaction.ts'
import type { Feature } from '../feature.ts'
import { recordChange } from '../features/audit-log/record-change.ts'
import type { createFeatures } from '../features.ts'
import { countHeldBack, HOLD_WAITING_MAILS } from '../mail/outbox.ts'

/** More rounds than there is work for. */
const ROUNDS = 1000

/**
 * Does what fell due between the backup and now, and holds the emails about it back, because the guest may have had them
 * before the restore: reminders above all. Then the books are due to be compared with the provider. Answers how many emails
 * wait for the owner's word.
 */
export async function catchUp(deps: {
  /** As the role that owns the tables. */
  db: Db
  clock: Clock
  features: ReturnType<typeof createFeatures>
  takenAt: string
}): Promise<number> {
  const { db, clock, features, takenAt } = deps
  // What bookkeeping finds is news, and its emails go out at the start.
  const others = Object.values<Feature>(features).filter(({ name }) => name !== features.bookkeeping.name)
  const sweeps = others.flatMap((feature) => feature.sweeps ?? [])
  for (let round = 0; round < ROUNDS; round++) {
    const before = await newestMail(db)
    // One that fails is tried again by the server.
    for (const sweep of sweeps) await sweep.run().catch(() => {})
    if ((await newestMail(db)) === before) break
  }
  for (const { idle } of others) await idle?.()
  await inTransaction(db, clock, async (tx) => {
    await sql.raw(HOLD_WAITING_MAILS).execute(tx)
    const subject = { kind: 'backup', id: takenAt }
    await recordChange(tx, { adminId: null, action: 'shell.restored', subject, before: null, after: { takenAt } })
  })
  await features.bookkeeping.api.compareSoon()
  return countHeldBack(db)
}

async function newestMail(db: Db): Promise<number | null> {
  const { newest } = await db
    .selectFrom('outbox_mails')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}
