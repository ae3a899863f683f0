import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadBoundary, LostPart } from './load-boundary.tsx'

beforeEach(() => void vi.stubGlobal('fetch', async () => new Response('{}')))
afterEach(() => vi.restoreAllMocks())

let isLost = true
let comesBack = () => {}

const loadAgain = () =>
  new Promise<void>((resolve) => {
    comesBack = resolve
  })

function Part() {
  if (isLost) throw new LostPart(loadAgain, 'Lost')
  return <p>The dialog</p>
}

function Broken(): never {
  throw new Error('broken')
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <LoadBoundary says="over-page" onClose={() => setOpen(false)}>
          <Part />
        </LoadBoundary>
      )}
    </>
  )
}

function open() {
  isLost = true
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reload the page' }))
  return opener
}

test('a dialog that was lost takes the focus, Escape closes it, and its opener has the focus again', () => {
  const opener = open()
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('a lost dialog that comes back finds the focus at its opener, to give it back there', async () => {
  const opener = open()
  isLost = false
  // Not waited for: coming back online asks at once.
  act(() => void window.dispatchEvent(new Event('online')))
  await act(async () => {})
  await act(async () => comesBack())
  expect(await screen.findByText('The dialog')).toBeDefined()
  expect(document.activeElement).toBe(opener)
})

test('a page that is lost while the device knows that it has no line says so, and leads back', () => {
  isLost = true
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  history.replaceState({ idx: 1 }, '')
  const back = vi.spyOn(history, 'back').mockReturnValue()
  render(
    <LoadBoundary says="as-page">
      <Part />
    </LoadBoundary>,
  )
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 }).textContent).toBe('No signal')
  expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Go back' }))
  expect(back).toHaveBeenCalledOnce()
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('heading').textContent).toBe("That didn't load")
})

test('a device that believes it is online says that it has no signal while the server cannot be asked', async () => {
  isLost = true
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <LoadBoundary says="as-page">
      <Part />
    </LoadBoundary>,
  )
  expect(await screen.findByText(/^This opens by itself once you have signal\./)).toBeDefined()
  vi.stubGlobal('fetch', async () => new Response('{}'))
  act(() => void window.dispatchEvent(new Event('online')))
  await act(async () => comesBack())
})

test('what failed to render is never put down to the line', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.spyOn(console, 'error').mockReturnValue()
  render(
    <LoadBoundary says="as-page">
      <Broken />
    </LoadBoundary>,
  )
  expect(screen.getByRole('heading').textContent).toBe("That didn't load")
})
