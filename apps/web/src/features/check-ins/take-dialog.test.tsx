import { makePayLink } from '@arcadia/contract/balance-links'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerWith, showToAdmin } from '../../testing/show.tsx'
import { TakeDialog } from './take-dialog.tsx'
import type { Party } from './waiting-changes.ts'

const nothing = vi.fn<() => void>()

test.each([
  [0, 'Walt has paid $2,500.00. Nothing is left to pay.'],
  [215_000, 'Walt has paid $350.00. $2,150.00 left.'],
])('what comes in by the link is said where it is shown: %s cents left', async (left, said) => {
  answerWith({
    [`POST ${makePayLink.path.replace(':id', '7')}`]: () =>
      Response.json({ link: 'https://x/pay', depositUntil: null }),
  })
  const party = { id: 7, firstName: 'Walt', lastName: 'Upp', selectedDate: '2027-05-20', pendingAmount: 250_000 }
  showToAdmin(<TakeDialog party={party as unknown as Party} isToday owed={left} onTaken={nothing} onClose={nothing} />)
  fireEvent.change(screen.getByLabelText('Paid by'), { target: { value: 'LINK' } })
  fireEvent.click(screen.getByText('Show the QR code'))
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.queryByLabelText('Link') === null).toBe(left === 0)
})
