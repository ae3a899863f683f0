import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '../api/call.ts'
import { TryAgainBanner } from './try-again-banner.tsx'

test.each([
  [
    'no answer came',
    { status: 0, code: 'no-answer' },
    /^Failed to load bookings\. Check your connection and try again\./,
  ],
  [
    'a gateway answered',
    { status: 502, code: 'unreadable-answer' },
    /^Failed to load bookings\. Please try again in a moment\./,
  ],
  ['the server said why', { status: 403, code: 'forbidden' }, /^Failed to load bookings Try again$/],
])('when %s, the banner gives the advice that helps', (_, failure, words) => {
  render(<TryAgainBanner error={new ApiError('Failed to load bookings', failure)} onRetry={() => {}} />)
  expect(screen.getByRole('alert').textContent).toMatch(words)
})
