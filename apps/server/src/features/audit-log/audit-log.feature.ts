import { listAuditEntries } from '@arcadia/contract/audit-log'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { searchEntries } from './audit-log.store.ts'

export function auditLogFeature({ db }: { db: Db }) {
  return {
    name: 'audit-log',
    api: {},
    endpoints: [
      serve(listAuditEntries, async ({ query: { page, size, ...filter } }) => {
        const { found, total } = await searchEntries(db, filter, { limit: size, offset: page * size })
        return { content: found, page, size, totalElements: total, totalPages: Math.ceil(total / size) }
      }),
    ],
  } satisfies Feature
}
