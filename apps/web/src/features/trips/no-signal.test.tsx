import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { NoSignal } from './no-signal.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['2026-06-18T01:40:00Z', 'No signal. This is what this device kept at 9:40 PM Eastern.'],
  ['2026-06-16T16:05:00Z', 'No signal. This is what this device kept on Tue, Jun 16, 12:05 PM Eastern.'],
])('a page without a line says how old it is, until the line is back: read at %s', (readAt, says) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-18T02:00:00Z') })
  answerWith({})
  const line = vi.spyOn(navigator, 'onLine', 'get')
  const turn = (isOn: boolean) => {
    line.mockReturnValue(isOn)
    act(() => void window.dispatchEvent(new Event(isOn ? 'online' : 'offline')))
  }
  show(<NoSignal readAt={Date.parse(readAt)} isLost={false} />)
  expect(screen.getByRole('status').textContent).toBe('')
  turn(false)
  expect(screen.getByRole('status').textContent).toBe(says)
  turn(true)
  expect(screen.getByRole('status').textContent).toBe('')
})
