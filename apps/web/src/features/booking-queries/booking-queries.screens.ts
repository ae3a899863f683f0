import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

export const bookingQueries: PortalView = {
  at: portal.bookingQueries.questions,
  label: 'Questions',
  load: async () => (await import('./admin-questions.tsx')).AdminQuestions,
}
