import { addresses } from '@arcadia/contract/addresses'
import type { PortalPage, PortalView } from '../../screen.ts'

export const invitation: PortalPage = {
  path: addresses.invitation.path,
  load: async () => (await import('./invitation-page.tsx')).InvitationPage,
}

export const adminPeople: PortalView = {
  tab: 'users',
  view: 'people',
  for: 'owner',
  label: 'People who work here',
  load: async () => (await import('./people-view.tsx')).PeopleView,
}
