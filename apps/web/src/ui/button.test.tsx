import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

/** Sends for as long as the test says. */
function SaveForm({ send }: { send: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        setBusy(true)
        await send()
        setBusy(false)
      }}
    >
      <Button type="submit" busy={isBusy} busyLabel="Saving...">
        Save
      </Button>
    </form>
  )
}

test('a button that was busy still has the focus, and can be pressed again from there', async () => {
  const { promise: sent, resolve: end } = Promise.withResolvers<void>()
  const send = vi.fn(() => sent)
  render(<SaveForm send={send} />)
  const button = screen.getByRole('button')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(button.ariaDisabled).toBe('true')
  end()
  await waitFor(() => expect(button.ariaDisabled).toBeNull())
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
})

test('a button that is busy sends nothing, by key or by pointer', async () => {
  const send = vi.fn(() => new Promise<void>(() => {}))
  render(<SaveForm send={send} />)
  const button = screen.getByRole('button')
  await userEvent.click(button)
  await userEvent.click(button)
  await userEvent.keyboard('{Enter} ')
  expect(send).toHaveBeenCalledOnce()
})

test('what a busy button would do does not happen twice', async () => {
  const act = vi.fn()
  render(
    <Button busy onClick={act}>
      Try again
    </Button>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(act).not.toHaveBeenCalled()
})
