import type { Base } from '../../base.ts'
import { inTransaction, lockDays } from '../../database/transaction.ts'
import type { Reminder } from '../../feature.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { listToRemind, markReminded } from './reminders.store.ts'

/** Emails the reminders of all features, each once per booking and date (docs/rules.md §8.2). */
export async function remind(
  deps: Pick<Base, 'db' | 'clock'> & { listReminders(now: Date): Promise<readonly Reminder[]> },
): Promise<void> {
  const { db, clock } = deps
  const startedAt = clock.now()
  for (const reminder of await deps.listReminders(startedAt))
    for (const { id, trip_date, about, email } of await listToRemind(db, startedAt, reminder))
      await inTransaction(db, clock, async (tx) => {
        const now = await lockDays(tx, clock, [trip_date])
        if (await markReminded(tx, now, reminder, id, trip_date))
          await enqueueMail(tx, now, { ...reminder.mail(id, about), to: email })
      })
}
