import type { Session } from '@arcadia/contract/accounts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { CardFormFields } from './card-form.tsx'
import { useCardForm } from './use-card-form.ts'

const SITE_DATA = { tokenUrl: 'https://provider.example/tokens', testMode: true, simulatesPayments: true }
vi.mock('../../prerender/site-data.ts', () => ({ readSiteData: () => SITE_DATA, useSiteData: () => SITE_DATA }))

let status: number
beforeEach(() => {
  status = 400
  onError.mockClear()
  customerSession.signIn({ token: 't', user: { id: 1 } } as Session)
  vi.stubGlobal('fetch', async () => new Response('', { status }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<Form />)
})
afterEach(() => {
  customerSession.signOut()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const onError = vi.fn()

function Form() {
  const form = useCardForm({ realmId: undefined, onStart() {}, onSuccess: async () => {}, onError })
  return (
    <form noValidate onSubmit={form.submit}>
      <CardFormFields form={form} />
      <button type="submit">Pay</button>
    </form>
  )
}

async function pay() {
  await userEvent.click(screen.getByRole('button', { name: 'Use sandbox test card' }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(onError).toHaveBeenCalled())
}

test('a mistyped card moves the focus to its number, in every card form', async () => {
  await pay()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Card number')))
})

test.each([
  ['Visa: 4111 - 1111 - 1111 - 1111', '4111 1111 1111 1111'],
  ['4111–1111–1111–1111 is my card', '4111 1111 1111 1111'],
  ['４１１１１１１１１１１１１１１１', '4111 1111 1111 1111'],
  ['٤١١١ ١١١١ ١١١١ ١١١١', '4111 1111 1111 1111'],
])('a card number pasted as %s is cleaned before it is cut', async (pasted, shown) => {
  const number = screen.getByLabelText<HTMLInputElement>('Card number')
  expect(number.maxLength).toBe(23)
  await userEvent.click(number)
  await userEvent.paste(pasted)
  expect(number.value).toBe(shown)
})

test("the provider's own errors do not move the focus", async () => {
  status = 503
  await pay()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay' }))
})

test('each wrong card field shows an error, and nothing is sent', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Use sandbox test card' }))
  type('Card number', '4111')
  type('CVV', '1')
  type('City', 'X')
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }))
  expect(await screen.findByText('Please enter a valid card number')).toBeDefined()
  expect(screen.getByText('Please enter a valid CVV')).toBeDefined()
  expect(screen.getByText('City must be between 2 and 50 characters')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
  type('Card number', '4111 1111 1111 1111')
  await waitFor(() => expect(screen.queryByText('Please enter a valid card number')).toBeNull())
  expect(fetch).not.toHaveBeenCalled()
})

test('testers see the test cards before the first field', () => {
  const hint = screen.getByText(/^Only test cards work, such as 4111 1111 1111 1111\. The name Decline is declined/)
  const first = screen.getByLabelText('Card number')
  expect(hint.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
