import { portal } from '@arcadia/contract/addresses'
import { type InboxLine, listInbox } from '@arcadia/contract/admin/inbox'
import { getBookingQuery } from '@arcadia/contract/booking-queries'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerWith, broken, showToAdmin } from '../../testing/show.tsx'
import { AdminInboxTab } from './admin-inbox-tab.tsx'

const ENQUIRY: InboxLine = {
  kind: 'enquiry',
  id: 7,
  name: 'Ines Marlow',
  email: 'ines@example.com',
  message: 'Is July better?',
  status: 'NEW',
  needsReply: true,
  activeAt: new Date('2027-06-01T12:00:00Z'),
  confirmationNumber: null,
  bookingDate: null,
}
const QUESTION: InboxLine = {
  ...ENQUIRY,
  kind: 'booking-query',
  name: 'Ada Angler',
  message: 'Do you have rods?',
  status: 'RESPONDED',
  needsReply: false,
  confirmationNumber: 'JB-00000007',
  bookingDate: '2027-06-10',
}

function answerInbox(content: InboxLine[]) {
  const page = { content, page: 0, size: 20, totalElements: content.length, totalPages: 1 }
  const counts = { all: content.length, needsReply: content.filter(({ needsReply }) => needsReply).length }
  return answerWith({
    [`GET ${listInbox.path}`]: () => Response.json({ ...page, counts }),
  })
}

test('each line says who, what, and whether it needs a reply', async () => {
  answerInbox([ENQUIRY, QUESTION])
  showToAdmin(<AdminInboxTab />, portal.inbox.href())
  await screen.findByRole('link', { name: 'Ines Marlow' })
  const [, enquiry, question] = screen.getAllByRole('row')
  for (const text of ['Enquiry', 'Is July better?', 'Needs a reply']) within(enquiry!).getByText(text)
  for (const text of [/^Question about JB-00000007, Thu, Jun 10$/, 'Do you have rods?', 'Responded'])
    within(question!).getByText(text)
  const cards = screen.getByRole('group', { name: 'Messages by status' })
  expect(within(cards).getByRole('button', { name: /^Needs a reply/ }).textContent).toContain('1')
})

test('two of one number open their own panel', async () => {
  const asked = answerInbox([ENQUIRY, QUESTION])
  showToAdmin(<AdminInboxTab />, portal.inbox.href())
  await userEvent.click(await screen.findByRole('link', { name: 'Ada Angler' }))
  await screen.findByRole('dialog', { name: 'Question' })
  await waitFor(() => expect(asked).toContain(`GET ${getBookingQuery.path.replace(':id', '7')}`))
})

test('the way on is the one that waits longest, and writing once nobody waits', async () => {
  answerInbox([ENQUIRY, QUESTION, { ...ENQUIRY, id: 3, name: 'Ola Oldest' }, { ...ENQUIRY, id: 2, needsReply: false }])
  showToAdmin(<AdminInboxTab />, portal.inbox.href())
  expect((await screen.findByRole('button', { name: 'Write to guests' })).className).not.toContain('cta')
  const answer = await screen.findByRole('link', { name: 'Answer Ola' })
  expect(answer.getAttribute('href')).toBe(portal.inbox.href({ id: 'enquiry-3' }))
  expect(answer.className).toContain('cta')
  expect(screen.getByRole('button', { name: 'Write to guests' }).className).not.toContain('cta')
})

test('nothing needs a reply: says so', async () => {
  answerInbox([])
  showToAdmin(<AdminInboxTab />, portal.inbox.href({ status: 'needs_reply' }))
  await screen.findByText("You're all caught up")
  expect(screen.getByRole('button', { name: 'Write to guests' }).className).toContain('cta')
})

test('an inbox that cannot be loaded says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith({ [`GET ${listInbox.path}`]: broken })
  showToAdmin(<AdminInboxTab />, portal.inbox.href())
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the messages')
})
