import { addDays, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { deleteOldMails } from '../../mail/outbox.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 90

/** Mails are kept 90 days; those of a booking are evidence in a dispute and stay 24 months after the trip. */
export function mailSweep({ db, clock }: { db: Db; clock: Clock }): Sweep {
  return {
    name: 'old mails',
    everyMs: 3_600_000,
    async run() {
      const now = clock.now()
      await deleteOldMails(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS), addDays(venueDate(now), -EVIDENCE_DAYS))
    },
  }
}
