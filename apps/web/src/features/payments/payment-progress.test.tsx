import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SendingPayment } from './payment-progress.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a slow bank is talked through after ten seconds', () => {
  render(<SendingPayment text="2 anglers" />)
  const said = () => screen.getByRole('status').textContent
  act(() => vi.advanceTimersByTime(9_900))
  expect(said()).toBe('Sending your payment. Keep this page open.2 anglers')
  act(() => vi.advanceTimersByTime(100))
  expect(said()).toBe("Some banks take a minute. Don't pay again.2 anglers")
})
