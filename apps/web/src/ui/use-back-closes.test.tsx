import { addresses } from '@arcadia/contract/addresses'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveFor, onceNoDialog, useBackCloses } from './use-back-closes.ts'

/** A dialog that books a trip in steps, and may have another over it. */
function Page() {
  const [open, setOpen] = useState<string[]>([])
  return (
    <>
      <button type="button" onClick={() => setOpen(['Booking'])}>
        Book
      </button>
      <button type="button" onClick={() => setOpen([])}>
        Close all
      </button>
      {open.map((name) => (
        <Steps
          key={name}
          name={name}
          onOther={() => setOpen(['Booking', 'Sign in'])}
          onClose={() => setOpen(open.filter((one) => one !== name))}
        />
      ))}
    </>
  )
}

function Steps({ name, onOther, onClose }: { name: string; onOther: () => void; onClose: () => void }) {
  const [step, setStep] = useState(1)
  useBackCloses(onClose, () => {
    if (step > 1) setStep(step - 1)
    return step > 1
  })
  return (
    <section>
      <h2>{`${name}, step ${step}`}</h2>
      <button type="button" onClick={() => setStep(step + 1)}>{`Continue ${name}`}</button>
      <button type="button" onClick={onOther}>{`Sign in from ${name}`}</button>
      <button type="button" onClick={onClose}>{`Close ${name}`}</button>
    </section>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const headings = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent)
const isBackOn = (address: string) => waitFor(() => expect(window.location.pathname).toBe(address))
const hasLeftTheHistory = () => waitFor(() => expect(window.history.state).toEqual({ key: 'the page' }))

beforeEach(async () => {
  window.history.pushState(null, '', '/the-page-before')
  window.history.pushState({ key: 'the page' }, '', '/')
  render(<Page />)
  await press('Book')
})

test('Back closes the dialog, and the page stays', async () => {
  window.history.back()
  await waitFor(() => expect(headings()).toEqual([]))
  expect(window.location.pathname).toBe('/')
  await hasLeftTheHistory()
})

test('Back during a booking goes one step back at a time, and closes the dialog from the first', async () => {
  await press('Continue Booking')
  await press('Continue Booking')
  expect(headings()).toEqual(['Booking, step 3'])
  for (const expected of [['Booking, step 2'], ['Booking, step 1'], []]) {
    window.history.back()
    await waitFor(() => expect(headings()).toEqual(expected))
  }
  expect(window.location.pathname).toBe('/')
})

test('a dialog closed by its button leaves no history entry: the next Back leaves the page', async () => {
  await press('Close Booking')
  await hasLeftTheHistory()
  window.history.back()
  await isBackOn('/the-page-before')
})

test('two dialogs closed at once leave no history entry', async () => {
  await press('Sign in from Booking')
  await press('Close all')
  await hasLeftTheHistory()
})

test('an entry left by a reload goes with the next dialog', async () => {
  await press('Close Booking')
  await hasLeftTheHistory()
  window.history.pushState({ key: 'the page', dialogDepth: 1 }, '')
  await press('Book')
  await press('Close Booking')
  await hasLeftTheHistory()
})

test('Back closes the top dialog and not the one below', async () => {
  await press('Sign in from Booking')
  expect(headings()).toEqual(['Booking, step 1', 'Sign in, step 1'])
  window.history.back()
  await waitFor(() => expect(headings()).toEqual(['Booking, step 1']))
  window.history.back()
  await waitFor(() => expect(headings()).toEqual([]))
  expect(window.location.pathname).toBe('/')
})

test('a dialog that opens while another is leaving the history stays open', async () => {
  await press('Close Booking')
  await press('Book')
  // The first one's history.back() takes the second one's entry, which then gets a new one.
  await waitFor(() => expect(window.history.state).toEqual({ key: 'the page', dialogDepth: 1 }))
  expect(headings()).toEqual(['Booking, step 1'])
  window.history.back()
  await waitFor(() => expect(headings()).toEqual([]))
  expect(window.location.pathname).toBe('/')
})

test("the router's state stays in the dialog's entry, so it sees no navigation", () => {
  expect(window.history.state).toEqual({ key: 'the page', dialogDepth: 1 })
})

test.each([
  { meanwhile: 'nothing', act: () => {}, hash: '#away' },
  {
    meanwhile: 'another page of the portal',
    act: () => window.history.pushState(null, '', addresses.staffSignIn.href()),
    hash: '',
  },
  { meanwhile: 'another document', act: () => window.dispatchEvent(new Event('beforeunload')), hash: '' },
])(
  'whoever has opened $meanwhile by the time an address is known is led there or left alone',
  async ({ act, hash }) => {
    const { promise: address, resolve } = Promise.withResolvers<string>()
    const left = leaveFor(address)
    act()
    resolve('#away')
    await left
    await vi.waitFor(() => expect(window.location.hash).toBe(hash))
    window.dispatchEvent(new Event('pageshow'))
  },
)

test('what waits for the page runs once the last dialog has left the history, and at once without any', async () => {
  const depths: unknown[] = []
  const run = () => void depths.push(window.history.state?.dialogDepth)
  await press('Sign in from Booking')
  onceNoDialog(run)
  const callOff = onceNoDialog(() => depths.push('called off'))
  callOff()
  await press('Close Sign in')
  expect(depths).toEqual([])
  await press('Close Booking')
  await waitFor(() => expect(depths).toEqual([undefined]))
  await hasLeftTheHistory()
  onceNoDialog(run)
  expect(depths).toEqual([undefined, undefined])
})
