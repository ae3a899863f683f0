import type { Session } from '@arcadia/contract/accounts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { CardFormFields } from './card-form.tsx'
import { useCardForm } from './use-card-form.ts'

const SITE_DATA = { tokenUrl: 'https://provider.example/tokens', testMode: true }
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

test('whoever mistyped a card is taken back to its number, in every form that takes cards', async () => {
  await pay()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Card number')))
})

test("the provider's own trouble moves nobody", async () => {
  status = 503
  await pay()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay' }))
})
