import type { PortalView } from '../../screen.ts'

export const bookingQueries: PortalView = {
  tab: 'booking-queries',
  view: 'questions',
  label: 'Questions',
  load: async () => (await import('./admin-questions.tsx')).AdminQuestions,
}
