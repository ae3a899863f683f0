import { listAuditEntries } from '@arcadia/contract/audit-log'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { searchEntries } from './audit-log.store.ts'

export function auditLogRoutes(bind: Bind, db: Db): void {
  bind(listAuditEntries, async ({ query: { page, size, ...filter } }) => {
    const { found, total } = await searchEntries(db, filter, { limit: size, offset: page * size })
    return { content: found, page, size, totalElements: total, totalPages: Math.ceil(total / size) }
  })
}
