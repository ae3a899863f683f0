import { portal } from '@arcadia/contract/addresses'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NONE_WAITING, OVERVIEW } from '../testing/overview.ts'
import { answerWith, showToAdmin } from '../testing/show.tsx'
import { MessageViews } from './message-views.tsx'

test.each([
  [portal.inbox, 'Inbox'],
  [portal.enquiries, 'Enquiries'],
  [portal.bookingQueries, 'Questions'],
  [portal.bookingQueries.reviews, 'Reviews (2)'],
  [portal.bookingQueries.messages, 'To guests'],
])('one row stands on every list of messages, with the open one marked: %o', async ({ tab, href }, current) => {
  answerWith({
    [`GET ${getDashboardOverview.path}`]: () =>
      Response.json({ ...OVERVIEW, waiting: { ...NONE_WAITING, reviews: 2 } }),
  })
  showToAdmin(<MessageViews tab={tab} />, href())
  await screen.findByRole('link', { name: 'Reviews (2)' })
  const links = within(screen.getByRole('navigation', { name: 'Messages views' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Inbox', 'Enquiries', 'Questions', 'Reviews (2)', 'To guests'])
  expect(links.filter((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))).toEqual([
    screen.getByRole('link', { name: current }),
  ])
})
