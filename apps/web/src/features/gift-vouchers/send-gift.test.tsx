import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { SendGift } from './send-gift.tsx'

test('the address has the focus at first, and leaves it with the choice that brings it back', () => {
  answerWith({})
  show(
    <SendGift
      token="secret"
      voucher={{ recipientEmail: null, sendOn: null, sentAt: null }}
      onDone={() => {}}
      onSent={() => {}}
    />,
  )
  const address = () => screen.queryByLabelText('Their email')
  expect(document.activeElement).toBe(address())
  fireEvent.click(screen.getByLabelText("I'll hand it over"))
  expect(address()).toBeNull()
  const now = screen.getByLabelText('Right now')
  now.focus()
  fireEvent.click(now)
  expect(address()).not.toBeNull()
  expect(document.activeElement).toBe(now)
})

test('once it is emailed only another address can be given, and it says that the code stays the same', async () => {
  answerWith({})
  const voucher = { recipientEmail: 'typo@example.com', sendOn: null, sentAt: new Date('2027-04-05') }
  show(<SendGift token="secret" voucher={voucher} onDone={() => {}} onSent={() => {}} />)
  expect(screen.getByText(/same code\. Whoever reads the first email, at typo@example.com/)).toBeDefined()
  expect(screen.queryByLabelText("I'll hand it over")).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Email it now/ }))
  expect(await screen.findByText('Please enter their email')).toBeDefined()
})
