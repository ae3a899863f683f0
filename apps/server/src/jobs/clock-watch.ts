import { formatDate, venueDate } from '@arcadia/contract/trip-date'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import type { Check } from '../feature.ts'
import { shellCommand } from '../shell-command.ts'
import { findLastSeen, forgetSeen, keepSeen } from './clock-watch.store.ts'
import type { Sweep } from './sweeps.ts'

/** A site that rested longer than this, or whose clock is wrong, ends nothing until somebody says that the clock is right. */
const LONGEST_REST_MS = 45 * DAY_MS

const BELIEVE = shellCommand('admin clock-is-right')

const isFarAhead = (now: Date, seen: Date) => now.getTime() - seen.getTime() > LONGEST_REST_MS

/** Compares the clock with when a server last ran, and keeps when that was (docs/rules.md §12.6). */
export function createClockWatch({ db, clock, log }: { db: Db; clock: Clock; log: Pick<Logger, 'error'> }) {
  let seen: Date | undefined
  let isTold = false

  /** Whether the clock may be believed; reads the database only while it may not. */
  async function isPlausible(): Promise<boolean> {
    const now = clock.now()
    if (!seen || isFarAhead(now, seen)) seen = await findLastSeen(db)
    if (seen && isFarAhead(now, seen)) {
      if (!isTold) log.error({ seen }, `the clock is far ahead of when the site last ran: ${BELIEVE}`)
      isTold = true
      return false
    }
    isTold = false
    if (!seen || now.getTime() - seen.getTime() >= MINUTE_MS) {
      await keepSeen(db, now)
      seen = now
    }
    return true
  }

  return {
    isPlausible,
    /** From now on every server takes its clock as it is. */
    believe: (tx: Db): Promise<void> => forgetSeen(tx),
    /** The sweep, which waits while the clock may not be believed. */
    watched: (sweep: Sweep): Sweep =>
      sweep.anyClock ? sweep : { ...sweep, run: async () => void ((await isPlausible()) && (await sweep.run())) },
  }
}

const dayOf = (at: Date) => formatDate(venueDate(at))

export const clockCheck = ({ db, clock }: { db: Db; clock: Clock }): Check => ({
  name: 'clock',
  async look() {
    const [now, seen] = [clock.now(), await findLastSeen(db)]
    return {
      about: 'clock: it is not far ahead of when the site last ran',
      problems:
        seen && isFarAhead(now, seen)
          ? [
              `the server's clock says ${dayOf(now)}, but the site last ran on ${dayOf(seen)}. Until an owner says that the date is right, reminders and everything else that goes by time wait.`,
            ]
          : [],
    }
  },
  remedy: `If the date is right, the owner says so in the portal, or you: ${BELIEVE}. If it is wrong, set the clock.`,
  alarm: { remedy: { for: 'owner', label: 'Yes, the date is right', to: null } },
})
