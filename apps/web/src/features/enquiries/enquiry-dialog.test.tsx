import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EnquiryDialog } from './enquiry-dialog.tsx'

const TYPED = {
  'First Name': 'Grace',
  'Last Name': 'Hopper',
  'Email Address': 'grace@example.com',
  'Phone Number': '+1 863 555 0142',
  Country: 'Other',
}
const SENT = {
  id: 1,
  firstName: 'Grace',
  lastName: 'Hopper',
  fullName: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '+1 863 555 0142',
  country: 'Other',
  message: null,
  status: 'NEW',
  createdAt: '2099-01-01T00:00:00.000Z',
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(SENT, { status: 201 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

function open(onClose = () => {}): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EnquiryDialog onClose={onClose} />
    </QueryClientProvider>,
  )
}

function fill(typed: Record<string, string> = TYPED): void {
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

const send = () => fireEvent.click(screen.getByRole('button', { name: /^Send Enquiry/ }))
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const described = (label: string | RegExp) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? ''

test('each missing field except the message shows an error, and nothing is sent', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  open()
  send()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(document.activeElement).toBe(field('First Name'))
  expect(described('First Name')).toBe('First name is required')
  expect(described('Last Name')).toBe('Last name is required')
  expect(described('Email Address')).toBe('Email is required')
  expect(described('Phone Number')).toBe('Phone number is required')
  expect(described('Country')).toBe('Please select your country')
  expect(described(/^Message/)).toBe('')
  fill({ ...TYPED, 'Email Address': 'not an address' })
  send()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(document.activeElement).toBe(field('Email Address'))
  expect(described('Email Address')).toBe('Please enter a valid email address')
  expect(fetch).not.toHaveBeenCalled()
})

test('text that is too long shows an error at its field, and the form stays filled', async () => {
  open()
  fill({ ...TYPED, 'First Name': 'G'.repeat(101) })
  send()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(field('First Name').getAttribute('aria-invalid')).toBe('true')
  expect(field('Last Name').value).toBe('Hopper')
})

test('typed text survives closing the dialog, until sent', async () => {
  open()
  fill({ Country: 'Other', 'Message (optional)': 'Nine of us' })
  cleanup()
  open()
  expect(field(/^Message/).value).toBe('Nine of us')
  fill()
  send()
  await act(() => vi.advanceTimersByTimeAsync(1))
  cleanup()
  open()
  expect(field(/^Message/).value).toBe('')
  expect(field('Country').value).toBe('')
})

test('on a slow connection an enquiry is sent once, no matter how often the button is pressed', async () => {
  const fetch = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', fetch)
  open()
  fill()
  send()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('button', { name: /Sending\.\.\./ }).ariaDisabled).toBe('true')
  fireEvent.submit(document.querySelector('form')!)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(fetch).toHaveBeenCalledOnce()
})

test('when the server fails an alert says so, it is logged, and the form stays filled', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('x', { status: 500 }))
  open()
  fill()
  send()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(alert).toHaveBeenCalledWith('Failed to submit enquiry. Please try again.')
  expect(String(log.mock.calls)).toContain('Enquiry not sent')
  expect(field('First Name').value).toBe('Grace')
  expect(screen.getByRole('button', { name: /^Send Enquiry/ }).ariaDisabled).toBeNull()
})

test('the thank-you shows for three seconds, then the dialog closes', async () => {
  const onClose = vi.fn()
  open(onClose)
  fill()
  send()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('heading', { name: 'Enquiry Sent!' })).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2990))
  expect(onClose).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect(onClose).toHaveBeenCalledOnce()
})
