import { addresses } from '@arcadia/contract/addresses'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, refused, show } from '../../testing/show.tsx'
import { ConfirmEmailPage } from './confirm-email-page.tsx'

test('a "No" that does not arrive says so, and can be pressed again', async () => {
  let isDown = true
  answerWith({
    'POST /api/auth/confirm-email/open': () =>
      Response.json({
        email: 'dana@example.com',
        name: 'Dana',
        isConfirmed: false,
        isNewAddress: false,
        question: {
          device: 'a Windows PC',
          askedAt: new Date(Date.now() - 600_000).toISOString(),
          needsPassword: true,
        },
      }),
    'POST /api/auth/confirm-email': () =>
      isDown ? refused(503, 'Please try again in a moment.', 'not-ready')() : Response.json({ message: 'Ended.' }),
  })
  show(<ConfirmEmailPage />, addresses.confirmEmail.href({ id: 'abc', token: 'token' }))
  await screen.findByText(/on a Windows PC 10 minutes ago/)
  fireEvent.click(screen.getByRole('button', { name: /^No, not me/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please try again in a moment.')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: /^No, not me/ }))
  expect(await screen.findByText('Ended.')).toBeDefined()
})
