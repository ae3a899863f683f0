import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const messages: PortalView = {
  at: portal.bookingQueries.messages,
  label: 'To guests',
  load: async () => (await import('./admin-messages.tsx')).AdminMessages,
}
