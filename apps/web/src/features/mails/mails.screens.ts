import type { PortalView } from '../../screen.ts'

export const mails: PortalView = {
  tab: 'dashboard',
  view: 'mail',
  label: 'Email',
  load: async () => (await import('./admin-mails.tsx')).AdminMails,
}
