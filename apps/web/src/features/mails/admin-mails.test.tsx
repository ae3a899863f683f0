import type { AdminMail } from '@arcadia/contract/admin/mails'
import type { Reply } from '@arcadia/contract/admin/replies'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, show, showToAdmin } from '../../testing/show.tsx'
import { Replies } from '../replies/replies.tsx'
import { AdminMails } from './admin-mails.tsx'

const REASON = 'Not sent: too many emails to this address.'
const MAIL: AdminMail = {
  id: 1,
  kind: 'waitlist-offer',
  to: 'ada@example.com',
  subject: null,
  status: 'HELD',
  error: REASON,
  tries: 0,
  createdAt: new Date('2027-06-01T12:00:00Z'),
  sentAt: null,
  nextTryAt: null,
  copyOf: null,
  booking: null,
}

test('an email is called the same in the filter, in its row and beside a reply, and a held one says why', async () => {
  const content = [
    MAIL,
    { ...MAIL, id: 2, status: 'NOT_NEEDED', error: 'Not sent: the trip was called off.' },
    { ...MAIL, id: 3, status: 'WAITING', error: "Your mail server can't be reached.", tries: 3 },
  ]
  answerWith({
    'GET /api/admin/mails': () => Response.json({ content, page: 0, size: 20, totalElements: 3, totalPages: 1 }),
  })
  showToAdmin(<AdminMails />)
  await screen.findByText(REASON)
  const [held, unneeded, waiting] = screen.getAllByRole('row').slice(1)
  expect(within(held!).getByText('Held back')).toBeDefined()
  expect(held!.textContent).not.toMatch(/Tried/)
  expect(within(held!).getByRole('button', { name: /^Send now/ })).toBeDefined()
  expect(within(unneeded!).getByText('No longer needed')).toBeDefined()
  expect(within(unneeded!).getByText('Not sent: the trip was called off.')).toBeDefined()
  expect(within(unneeded!).queryByRole('button')).toBeNull()
  expect(within(waiting!).getByText("Your mail server can't be reached. Tried 3 times.")).toBeDefined()
  const filter = screen.getByRole('group', { name: 'Status' })
  expect(
    within(filter)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Waiting', 'Sent', 'Failed', 'Held back', 'No longer needed'])
})

test('a reply that is held back says so with the reason', () => {
  const reply = {
    id: 1,
    text: 'Yes',
    writtenBy: 'Rosa',
    createdAt: new Date(),
    mail: { status: 'HELD', error: REASON },
  }
  show(<Replies query={{ data: [reply as Reply], isPending: false } as never} />)
  expect(screen.getByText('Held back')).toBeDefined()
  expect(screen.getByText(/too many emails/).textContent).toBe(`${REASON} Emails`)
})
