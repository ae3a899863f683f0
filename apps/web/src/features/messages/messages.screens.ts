import type { PortalView } from '../../screen.ts'

export const messages: PortalView = {
  tab: 'booking-queries',
  view: 'messages',
  label: 'Messages to guests',
  load: async () => (await import('./admin-messages.tsx')).AdminMessages,
}
