import { listAuditEntries, recordExport } from '@arcadia/contract/admin/audit-log'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { auditLogEmails } from './audit-log.emails.ts'
import { findTampering } from './audit-log.rules.ts'
import { listChain, searchEntries } from './audit-log.store.ts'
import { recordChange } from './audit-log.writes.ts'

export function auditLogFeature({ db, clock }: Pick<Base, 'db' | 'clock'>) {
  return {
    name: 'audit-log',
    api: {},
    endpoints: [
      serve(listAuditEntries, ({ query }) => searchEntries(db, query)),
      serve(recordExport, ({ user, body }) =>
        inTransaction(db, clock, (tx) => recordChange(tx, user.id, 'list.exported', body.list, null, null)),
      ),
    ],
    emails: auditLogEmails,
    checks: [
      {
        name: 'audit-log',
        async look() {
          const entries = await listChain(db)
          const last = entries.at(-1)?.hash?.toString('hex') ?? 'none'
          return { about: `audit log: ${entries.length} entries, last hash ${last}`, problems: findTampering(entries) }
        },
      },
    ],
  } satisfies Feature
}
