import type { Opening, SaidStep } from '@arcadia/contract/admin/opening'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { enqueueMail, tryNow } from '../../mail/outbox.ts'
import { getUser } from '../accounts/accounts.writes.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { openingOf } from './opening.rules.ts'
import { findWaitingTest, observe, say } from './opening.store.ts'

const SAID: Record<SaidStep, string | null> = {
  PRICES: 'Prices',
  SEASON: 'Season and days off',
  WAIVER: 'Waiver',
  PEOPLE: 'Works alone',
  OPENED: null,
}

export function createOpening(
  deps: Pick<Base, 'db' | 'clock' | 'environment' | 'smtpUrl'> & { merchant: Pick<Merchant, 'findRealm'> },
) {
  const { db, clock, environment, smtpUrl, merchant } = deps

  async function get(ownerId: number): Promise<Opening> {
    const [observed, config, realm] = await Promise.all([observe(db, ownerId), getConfig(db), merchant.findRealm()])
    return openingOf({ ...observed, config, realm, cards: environment, hasMailServer: smtpUrl !== undefined })
  }

  return {
    get,

    async say(ownerId: number, step: SaidStep): Promise<Opening> {
      const action = step === 'OPENED' ? 'configuration.opened' : 'configuration.looked-at'
      await inTransaction(db, clock, async (tx, now) => {
        if (await say(tx, now, ownerId, step)) await recordChange(tx, ownerId, action, step, null, SAID[step])
      })
      return get(ownerId)
    },

    /** A test that still waits is tried again instead of sending another. */
    async sendTest(ownerId: number): Promise<Opening> {
      await inTransaction(db, clock, async (tx, now) => {
        const { email: to } = await getUser(tx, ownerId)
        const waiting = await findWaitingTest(tx, to)
        if (waiting === undefined) await enqueueMail(tx, now, { kind: 'test-email', to, params: { userId: ownerId } })
        else await tryNow(tx, now, waiting)
      })
      return get(ownerId)
    },
  }
}
