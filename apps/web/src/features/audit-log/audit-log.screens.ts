import type { PortalView } from '../../screen.ts'

export const auditLog: PortalView = {
  tab: 'dashboard',
  view: 'audit-log',
  for: 'owner',
  label: 'Change log',
  load: async () => (await import('./admin-audit-log.tsx')).AdminAuditLog,
}
