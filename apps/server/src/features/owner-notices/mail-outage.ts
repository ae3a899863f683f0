import { type Clock, MINUTE_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { mailsWaitSince } from '../../mail/outbox.ts'
import { enqueuePush } from '../push-notices/push-notices.writes.ts'
import { afterQuiet } from './owner-notices.rules.ts'
import { getNotices, isOutageTold, markOutage } from './owner-notices.store.ts'

/** Tells the owner's devices once of each outage of email that lasts ten minutes, after quiet hours if it still lasts. */
export const mailOutageSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'mail outage',
  everyMs: MINUTE_MS,
  async run() {
    const since = await mailsWaitSince(db, clock.now())
    if ((since !== null) === (await isOutageTold(db))) return
    await inTransaction(db, clock, async (tx, now) => {
      const isFirst = await markOutage(tx, since)
      if (!isFirst || !since) return
      const content = { kind: 'emails-wait', params: { since: since.toISOString() } } as const
      await enqueuePush(tx, now, content, afterQuiet(now, await getNotices(tx)))
    })
  },
})
