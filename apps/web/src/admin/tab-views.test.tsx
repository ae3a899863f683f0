import { portal } from '@arcadia/contract/addresses'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { adminSession } from '../session/session.tsx'
import { ADMIN, answerWith, show } from '../testing/show.tsx'
import { tabViews } from './tab-views.tsx'

const Dashboard = tabViews(portal.dashboard.tab, 'Dashboard')

test.each([
  ['OFFICE', 1],
  ['OWNER', 0],
] as const)('the change log, opened by %s: a page that is closed to them says so', async (position, said) => {
  answerWith({})
  adminSession.signIn({ ...ADMIN, user: { ...ADMIN.user, position } })
  show(<Dashboard />, portal.dashboard.changeLog.href())
  await screen.findByRole('navigation', { name: 'Dashboard views' })
  expect(screen.queryAllByText("Change log isn't open to you. Ask an owner.")).toHaveLength(said)
})
