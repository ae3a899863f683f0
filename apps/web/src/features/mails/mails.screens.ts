import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const mails: readonly PortalView[] = [
  {
    at: portal.dashboard.emails,
    label: 'Email',
    load: async () => (await import('./admin-mails.tsx')).AdminMails,
  },
  {
    at: portal.dashboard.mailCheck,
    for: 'owner',
    label: 'Mail check',
    load: async () => (await import('./mail-check-page.tsx')).MailCheckPage,
  },
]
