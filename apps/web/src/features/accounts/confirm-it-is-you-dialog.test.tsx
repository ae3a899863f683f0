import { refundBooking } from '@arcadia/contract/refunds'
import { startAuthentication } from '@simplewebauthn/browser'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AskAgain } from '../../admin/ask-again.tsx'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { answerWith, refused, showToAdmin } from '../../testing/show.tsx'

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: vi.fn() }))

const REFUND = 'POST /api/admin/bookings/7/refund'
const CONFIRM = 'POST /api/auth/confirm'
const askAgain = refused(403, "Please confirm that it's you.", 'confirm-it-is-you')
/** What the refund call got and said. */
let isConfirmed: boolean
let codes: boolean
let passkeys: number
let host: string
let answered: object[]
beforeEach(() => {
  queryClient.clear()
  isConfirmed = false
  codes = false
  passkeys = 0
  host = 'fish.example'
  answered = []
})

function RefundTwice() {
  const [said, setSaid] = useState<string[]>([])
  const say = (text: string) => setSaid((before) => [...before, text])
  const refund = (amount: number) =>
    call(refundBooking, { params: { id: 7 }, query: { amount } }, { idempotencyKey: `key-${amount}` }).then(
      () => say('refunded'),
      (error: Error) => say(error.message),
    )
  return (
    <>
      <input aria-label="Reason" />
      <button type="button" onClick={() => void Promise.all([refund(100), refund(200)])}>
        Refund
      </button>
      <p data-testid="said">{said.join('; ')}</p>
      <AskAgain />
    </>
  )
}

function open() {
  const asked = answerWith({
    [REFUND]: () => (isConfirmed ? Response.json({ nonsense: true }) : askAgain()),
    [CONFIRM]: (body) => {
      answered.push(body as object)
      const { password, code, passkey } = body as { password: string; code?: string; passkey?: object }
      if (password !== 'right' && !passkey)
        return refused(400, 'The current password is incorrect.', 'wrong-password')()
      if (codes && !code) return refused(400, 'Please enter the code.', 'wrong-code')()
      isConfirmed = true
      return new Response(null, { status: 204 })
    },
    'GET /api/auth/me/second-factor': () => Response.json({ isOn: codes, recoveryCodesLeft: codes ? 10 : 0, passkeys }),
    'POST /api/auth/confirm/passkey': () => Response.json({ challenge: 'c', rpId: host }),
  })
  showToAdmin(<RefundTwice />)
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The wind' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  return asked
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('one question for all calls that wait; after the answer each goes again, and what was typed stays', async () => {
  const asked = open()
  expect((await screen.findByRole('dialog', { name: "Confirm it's you" })).textContent).toContain('15 minutes')
  type('Your password', 'wrong')
  await press(/^Confirm/)
  await screen.findByText('The current password is incorrect.')
  type('Your password', 'right')
  await press(/^Confirm/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByTestId('said').textContent).toMatch(/^Refund failed.*; Refund failed/))
  expect(asked.filter((one) => one === REFUND)).toHaveLength(4)
  expect(answered).toEqual([{ password: 'wrong' }, { password: 'right' }])
  expect((screen.getByLabelText('Reason') as HTMLInputElement).value).toBe('The wind')
})

test('asks for the code where two-step sign-in is on', async () => {
  codes = true
  open()
  await screen.findByLabelText('Code')
  type('Your password', 'right')
  type('Code', '123 456')
  await press(/^Confirm/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(answered).toEqual([{ password: 'right', code: '123 456' }])
})

describe('a passkey', () => {
  beforeEach(() => {
    passkeys = 1
    vi.stubGlobal('PublicKeyCredential', class {})
  })
  const SIGNED = {
    id: 'key',
    rawId: 'key',
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature' },
  }
  const refuses = (name: string) =>
    vi.mocked(startAuthentication).mockRejectedValueOnce(Object.assign(new Error('no'), { name }))

  test('answers instead, with a sentence for each reason that it did not', async () => {
    open()
    refuses('NotAllowedError')
    await press(/^Use a passkey/)
    await screen.findByText(
      'Canceled, or this device has no passkey for fish.example. Try again, or use your password.',
    )
    refuses('SecurityError')
    await press(/^Use a passkey/)
    await screen.findByText('Passkeys only work at fish.example. Open the portal there.')
    // As where the site itself has an address that passkeys can't be for.
    host = location.hostname
    refuses('SecurityError')
    await press(/^Use a passkey/)
    await screen.findByText(`Passkeys need a web address with a name. This site's is ${host}.`)
    refuses('UnknownError')
    await press(/^Use a passkey/)
    await screen.findByText("The passkey didn't work. Try again, or use your password.")
    vi.mocked(startAuthentication).mockResolvedValueOnce(SIGNED)
    await press(/^Use a passkey/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(answered).toEqual([{ passkey: SIGNED }])
  })

  test('is not offered in a browser that knows none', async () => {
    vi.unstubAllGlobals()
    open()
    await screen.findByLabelText('Your password')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('button', { name: /^Use a passkey/ })).toBeNull()
  })
})

test('closed without an answer, the calls fail with its sentence', async () => {
  const asked = open()
  await screen.findByRole('dialog')
  await press('Cancel')
  const sentence = "Please confirm that it's you."
  await waitFor(() => expect(screen.getByTestId('said').textContent).toBe(`${sentence}; ${sentence}`))
  expect(asked.filter((one) => one === REFUND)).toHaveLength(2)
})
