import { portal } from '@arcadia/contract/addresses'
import type { PortalPage, PortalView } from '../../screen.ts'

export const invitation: PortalPage = {
  path: portal.invitation.path,
  load: async () => (await import('./invitation-page.tsx')).InvitationPage,
}

export const adminPeople: PortalView = {
  at: portal.users.people,
  for: 'owner',
  label: 'People who work here',
  load: async () => (await import('./people-view.tsx')).PeopleView,
}
