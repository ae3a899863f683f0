import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const mails: PortalView = {
  at: portal.dashboard.emails,
  label: 'Email',
  load: async () => (await import('./admin-mails.tsx')).AdminMails,
}
