import type { PortalView } from '../../screen.ts'

export const auditLog: readonly PortalView[] = [
  {
    tab: 'dashboard',
    view: 'audit-log',
    label: 'Change log',
    load: async () => (await import('./admin-audit-log.tsx')).AdminAuditLog,
  },
]
