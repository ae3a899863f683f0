import { changeOwnerNotices, getOwnerNotices, OwnerNotices } from '@arcadia/contract/admin/owner-notices'
import * as z from 'zod/mini'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { changesOf, recordSettings } from '../audit-log/audit-log.writes.ts'
import { getNotices, lockNotices, putNotices } from './owner-notices.store.ts'
import { addressesOf } from './owner-notices.writes.ts'

/** The owner's notification settings. Other features notify the owner through `tellOwner`. */
export function ownerNoticesFeature(deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'>) {
  const { db, clock, ownerEmail } = deps
  return {
    name: 'owner-notices',
    api: {},
    endpoints: [
      serve(getOwnerNotices, async () => ({
        notices: await getNotices(db),
        defaultAddresses: (await addressesOf(db, [], ownerEmail)).join(', '),
      })),
      serve(changeOwnerNotices, ({ user, form }) =>
        inTransaction(db, clock, async (tx) => {
          const stored = await lockNotices(tx)
          const before = z.encode(OwnerNotices, stored)
          const notices = { ...stored, ...(await changesOf(tx, user, form, { kind: 'configuration' }, before)) }
          const after = z.encode(OwnerNotices, notices)
          const names = Object.keys(after) as (keyof typeof after)[]
          if (await recordSettings(tx, user.id, names, before, after)) await putNotices(tx, notices)
          return notices
        }),
      ),
    ],
  } satisfies Feature
}
