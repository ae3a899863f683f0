import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { findTampering } from './audit-log.rules.ts'
import { listChain, searchEntries } from './audit-log.store.ts'

export function auditLogFeature({ db }: { db: Db }) {
  return {
    name: 'audit-log',
    api: {},
    endpoints: [serve(listAuditEntries, ({ query }) => searchEntries(db, query))],
    checks: [
      async () => {
        const entries = await listChain(db)
        const last = entries.at(-1)?.hash?.toString('hex') ?? 'none'
        return { about: `audit log: ${entries.length} entries, last hash ${last}`, problems: findTampering(entries) }
      },
    ],
  } satisfies Feature
}
