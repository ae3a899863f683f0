import { updateMe } from '@arcadia/contract/accounts'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aSession } from '../../testing/a-session.ts'
import { OVERVIEW } from '../../testing/overview.ts'
import { answerWith, showToAdmin } from '../../testing/show.tsx'
import { AdminProfileForm } from './admin-profile-form.tsx'

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  ['admin@localhost', null, "Email isn't set up, so yours counts as soon as you save.", 'Saved.'],
  [
    'ray@example.com',
    'hank@example.com',
    "Email isn't set up. If you change yours, the link that confirms it will wait.",
    "Email isn't set up. One email is waiting.",
  ],
])('while email is not set up, no link is promised to whoever changes %s', async (email, pendingEmail, help, said) => {
  const user = { ...aSession(1).user, email }
  const onSaved = vi.fn<(said: string) => void>()
  answerWith({
    [`GET ${getDashboardOverview.path}`]: () => Response.json({ ...OVERVIEW, unsentMails: 0 }),
    [`PUT ${updateMe.path}`](body) {
      // Also where the field starts empty; else the save is refused as somebody's change.
      expect(body).toMatchObject({ email: 'hank@example.com', shown: { email } })
      return Response.json({ ...user, email: pendingEmail ? email : 'hank@example.com', pendingEmail })
    },
  })
  showToAdmin(<AdminProfileForm {...{ user, onSaved }} startsAtEmail onCancel={vi.fn<() => void>()} />)
  expect(await screen.findByText(help)).toBeDefined()
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe(pendingEmail ? email : '')
  type('Your password', 'a long enough password')
  type('Email', 'hank@example.com')
  fireEvent.click(screen.getByText('Save'))
  await expect.poll(() => onSaved.mock.calls).toEqual([[said]])
})
