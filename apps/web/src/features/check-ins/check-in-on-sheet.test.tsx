import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToAdmin } from '../../testing/show.tsx'
import { CheckInOnSheet, Said } from './check-in-on-sheet.tsx'
import type { Party } from './waiting-changes.ts'

test.each([
  ['Owner', 'you'],
  ['Dana', 'Dana'],
])('a mark by %s is said to be by %s', (by, said) => {
  const checkIn = { state: 'ARRIVED', at: new Date('2027-05-20T10:31:00Z'), by } as const
  showToAdmin(<Said checkIn={checkIn} />)
  expect(screen.getByText(/6:31 AM/).textContent).toBe(`Arrived 6:31 AM, ${said}`)
})

test('paper names oneself as well', () => {
  showToAdmin(<Said checkIn={{ state: 'ARRIVED', at: new Date('2027-05-20T10:31:00Z'), by: 'Owner' }} isOnPaper />)
  expect(screen.getByText(/6:31 AM/).textContent).toBe('Arrived 6:31 AM, Owner')
})

test('what was paid on another day stands with that day, and what was paid on the day itself with the time', () => {
  const paid = (createdAt: string) => ({
    amount: 70_000,
    method: 'ZELLE',
    createdAt: new Date(createdAt),
    recordedBy: 'Dana',
  })
  const received = [paid('2026-11-22T10:43:00Z'), paid('2027-05-20T09:43:00Z')]
  const party = { id: 1, firstName: 'Joy', lastName: 'Pell', checkIn: null, pendingAmount: 0, received }
  showToAdmin(<CheckInOnSheet date="2027-05-20" party={party as unknown as Party} />)
  const lines = screen.getAllByText(/by Zelle/).map(({ textContent }) => textContent)
  expect(lines).toEqual(['$700.00 by Zelle, Sun, Nov 22, Dana', '$700.00 by Zelle, 5:43 AM, Dana'])
})
