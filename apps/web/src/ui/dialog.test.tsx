import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog, DialogBody } from './dialog.tsx'
import { Toaster, toast } from './toast.tsx'

type Name = 'Sign in' | 'Sign up' | 'Account'

/** A page that opens a dialog, from which others open in its place or over it. */
function Page({ closesOutside, isFieldFirst }: { closesOutside?: boolean; isFieldFirst?: boolean }) {
  const [open, setOpen] = useState<readonly Name[]>([])
  return (
    <>
      <button type="button" onClick={() => setOpen(['Sign in'])}>
        Open
      </button>
      {open.map((name) => (
        <Dialog
          key={name}
          title={name}
          closesOutside={closesOutside ?? true}
          onClose={() => setOpen(open.filter((one) => one !== name))}
        >
          <DialogBody>
            <input aria-label="Username" data-autofocus={isFieldFirst ? true : undefined} />
            <button type="button" onClick={() => setOpen(['Sign up'])}>
              New here?
            </button>
            <button type="button" onClick={() => setOpen(['Sign in', 'Account'])}>
              My account
            </button>
          </DialogBody>
        </Dialog>
      ))}
      <Toaster />
    </>
  )
}

const opener = () => screen.getByRole('button', { name: 'Open', hidden: true })
const shown = () =>
  screen.queryAllByRole('dialog', { hidden: true }).map((dialog) => dialog.querySelector('h2')?.textContent)
/** The page below ignores presses. */
const besideTheDialog = () => document.querySelector('.dlg-veil')!
const focused = () => document.activeElement

test('a dialog opens at its top, however far down its first focus is', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await openByKey({ isFieldFirst: true })
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Username')))
  const nth = focus.mock.contexts.indexOf(screen.getByLabelText('Username'))
  expect(focus.mock.calls[nth]).toEqual([{ preventScroll: true }])
  focus.mockRestore()
})

async function openByKey(page: Parameters<typeof Page>[0] = {}) {
  // Without styles here, the veil seems to ignore presses too.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  render(<Page {...page} />)
  await user.tab()
  expect(focused()).toBe(opener())
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog')
  return user
}

test('a dialog announces itself: the focus is on its title', async () => {
  await openByKey()
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeTruthy()
  expect(focused()).toBe(screen.getByRole('heading', { name: 'Sign in' }))
})

test('with one field to type in, it has the focus', async () => {
  const user = await openByKey({ isFieldFirst: true })
  await user.keyboard('ada')
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
})

test('Tab stays within the dialog', async () => {
  const user = await openByKey()
  const stops = []
  for (let step = 0; step < 5; step++) {
    await user.tab()
    stops.push(focused()?.getAttribute('aria-label') ?? focused()?.textContent)
  }
  expect(stops).toEqual(['Close', 'Username', 'New here?', 'My account', 'Close'])
})

test("Tab reaches a toast's action, over a dialog and after it closes", async () => {
  const user = await openByKey()
  const undo = vi.fn()
  act(() => toast('Saved.', { label: 'Undo', onClick: undo }))
  for (const _stop of ['Close', 'Username', 'New here?', 'My account', 'Undo']) await user.tab()
  expect(focused()).toBe(screen.getByRole('button', { name: 'Undo' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(opener()))
  await user.tab()
  await user.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('Escape closes it and returns the focus to its opener', async () => {
  const user = await openByKey()
  await user.keyboard('{Escape}')
  expect(shown()).toEqual([])
  await waitFor(() => expect(focused()).toBe(opener()))
})

test('Escape closes only the top dialog, and the focus goes back one by one', async () => {
  const user = await openByKey()
  await user.click(screen.getByRole('button', { name: 'My account' }))
  expect(shown()).toEqual(['Sign in', 'Account'])
  await user.keyboard('{Escape}')
  expect(shown()).toEqual(['Sign in'])
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'My account' })))
  await user.keyboard('{Escape}')
  expect(shown()).toEqual([])
  await waitFor(() => expect(focused()).toBe(opener()))
})

test("a dialog that replaced another returns the focus to the first one's opener", async () => {
  const user = await openByKey()
  await user.click(screen.getByRole('button', { name: 'New here?' }))
  expect(shown()).toEqual(['Sign up'])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(focused()).toBe(opener()))
})

test('a click outside closes a dialog without unsaved input', async () => {
  const user = await openByKey()
  await user.click(besideTheDialog())
  await waitFor(() => expect(shown()).toEqual([]))
})

test('a click outside counts from the moment the dialog is visible', () => {
  render(<Page />)
  fireEvent.click(opener())
  expect(shown()).toEqual(['Sign in'])
  fireEvent.pointerDown(besideTheDialog())
  fireEvent.click(besideTheDialog())
  expect(shown()).toEqual([])
})

test('selecting text and letting go outside closes nothing', async () => {
  const user = await openByKey()
  await user.pointer([
    { keys: '[MouseLeft>]', target: screen.getByLabelText('Username') },
    { keys: '[/MouseLeft]', target: besideTheDialog() },
  ])
  fireEvent.click(besideTheDialog())
  expect(shown()).toEqual(['Sign in'])
})

test('a click outside does not close a dialog with unsaved input, Escape does', async () => {
  const user = await openByKey({ closesOutside: false })
  await user.click(besideTheDialog())
  expect(shown()).toEqual(['Sign in'])
  await user.keyboard('{Escape}')
  expect(shown()).toEqual([])
})

function Item() {
  const [state, setState] = useState<'to sign' | 'signing' | 'signed'>('to sign')
  return (
    <li>
      {state === 'signed' ? (
        <a href="#again">Sign for someone else</a>
      ) : (
        <button type="button" onClick={() => setState('signing')}>
          Sign
        </button>
      )}
      {state === 'signing' && (
        <Dialog title="Waiver" onClose={() => setState('signed')}>
          <DialogBody>Thank you.</DialogBody>
        </Dialog>
      )}
    </li>
  )
}

test('an opener whose words changed leaves the focus to what stands in its place', async () => {
  render(<Item />)
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('link', { name: 'Sign for someone else' })))
})
