import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const auditLog: PortalView = {
  at: portal.dashboard.changeLog,
  for: 'owner',
  label: 'Change log',
  load: async () => (await import('./admin-audit-log.tsx')).AdminAuditLog,
}
