import type { Input, Output } from '@arcadia/contract/endpoint'
import type { listWaiverTexts, publishWaiver } from '@arcadia/contract/waivers'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { insertText, listTexts } from './waivers.store.ts'

/** The texts that guests sign, one version after the other. */
export function createWaiverTexts({ db, clock }: Pick<Base, 'db' | 'clock'>) {
  const list = async (): Promise<Output<typeof listWaiverTexts>> => ({
    texts: (await listTexts(db)).map(({ version, text, published_at }) => ({
      version,
      text,
      publishedAt: published_at,
    })),
  })

  return {
    list,

    /** @throws AppError `waiver-published-meanwhile` */
    async publish(adminId: number, { text, after }: Input<typeof publishWaiver>['body']) {
      await inTransaction(db, clock, async (tx, now) => {
        const [newest] = await listTexts(tx)
        // A retry or a no-op.
        if ((newest?.text ?? null) === text) return
        if ((newest?.version ?? null) !== after) throw new AppError('waiver-published-meanwhile')
        const version = (newest?.version ?? 0) + 1
        await insertText(tx, { version, text, published_at: now, published_by: adminId })
        const action = text === null ? 'waiver.ended' : 'waiver.published'
        const subject = { kind: 'configuration', id: 'waiver' }
        await recordChange(tx, adminId, action, subject, { waiver: newest?.text ?? null }, { waiver: text })
      }).catch(refuseTaken('waivers_pkey', 'waiver-published-meanwhile'))
      return list()
    },
  }
}
