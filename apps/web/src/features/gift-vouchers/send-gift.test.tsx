import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { SendGift } from './send-gift.tsx'

test('the address has the focus at first, and leaves it with the choice that brings it back', () => {
  answerWith({})
  show(<SendGift token="secret" voucher={{ recipientEmail: null, sendOn: null }} onDone={() => {}} />)
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
