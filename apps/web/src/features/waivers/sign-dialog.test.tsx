import { signWaiver } from '@arcadia/contract/waivers'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, refused, show } from '../../testing/show.tsx'
import { SignDialog } from './sign-dialog.tsx'

const OPENED = { tripDate: '2099-06-10', signed: 0, wanted: 2, version: 1, text: 'Fishing is dangerous.' }

afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const consent = () => screen.getByRole<HTMLInputElement>('checkbox')
const sign = () => fireEvent.submit(document.querySelector('form')!)

async function fillIn(name: string) {
  await screen.findByText(OPENED.text)
  type('Full name', name)
  type('Date of birth', '1990-05-01')
  fireEvent.click(screen.getByRole('button', { name: 'Type it' }))
  type('Type your full name', name)
  fireEvent.click(consent())
}

test('a form corrected after a lost answer is sent as a new form', async () => {
  const keys: (string | null)[] = []
  answerWith({ 'POST /api/waivers/open': () => Response.json(OPENED) })
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!String(url).endsWith(signWaiver.path)) return others(url, init)
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (keys.length === 1) throw new TypeError('Failed to fetch')
    if (keys.at(-1) === keys[0])
      return refused(409, 'This form was already used for another person.', 'waiver-sent-otherwise')()
    const { name, bornOn, signature } = JSON.parse(String(init.body))
    const signed = { name, bornOn, guardian: null, way: 'TYPED', signature, signedAt: '2099-06-01T12:00:00.000Z' }
    return Response.json({ ...signed, signed: 1, wanted: 2, version: 1, text: OPENED.text }, { status: 201 })
  })
  show(<SignDialog url="http://localhost/trips/1-abc#1-link" onClose={() => {}} />)
  await fillIn('Ada Anglr')
  sign()
  await screen.findByRole('alert')
  type('Full name', 'Ada Angler')
  sign()
  await screen.findByText('This form was already used for another person.')
  sign()
  expect(await screen.findByText('Thank you. The waiver for Ada Angler is signed.')).toBeDefined()
  expect(keys[2]).not.toBe(keys[0])
})

test('consent and signature for the old text do not sign the new one', async () => {
  let version = 1
  answerWith({
    'POST /api/waivers/open': () =>
      Response.json({ ...OPENED, version, text: version === 1 ? OPENED.text : 'New text.' }),
    'POST /api/waivers/sign': () => {
      version = 2
      return refused(409, 'The waiver has changed.', 'waiver-changed')()
    },
  })
  show(<SignDialog url="http://localhost/trips/1-abc#1-link" onClose={() => {}} />)
  await fillIn('Ada Angler')
  sign()
  expect(await screen.findByText('New text.')).toBeDefined()
  expect(await screen.findByText('The waiver has changed.')).toBeDefined()
  await waitFor(() => expect(consent().checked).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>('Type your full name').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ada Angler')
})

test('a reloaded page keeps the form with its box and can be signed; for another text nothing is kept', async () => {
  let version = 1
  let sent: { consent?: boolean } = {}
  answerWith({
    'POST /api/waivers/open': () => Response.json({ ...OPENED, version }),
    'POST /api/waivers/sign': (body) => {
      sent = body as typeof sent
      return refused(503, 'Please try again.', 'not-ready')()
    },
  })
  show(<SignDialog url="http://localhost/trips/1-abc#1-link" onClose={() => {}} />)
  await fillIn('Ada Angler')
  cleanup()
  show(<SignDialog url="http://localhost/trips/1-abc#1-link" onClose={() => {}} />)
  await screen.findByText(OPENED.text)
  expect(consent().checked).toBe(true)
  sign()
  await screen.findByText('Please try again.')
  expect(sent.consent).toBe(true)
  cleanup()

  version = 2
  show(<SignDialog url="http://localhost/trips/1-abc#1-link" onClose={() => {}} />)
  await screen.findByText(OPENED.text)
  expect(consent().checked).toBe(false)
  sign()
  expect(await screen.findByText('Please check the box to sign')).toBeDefined()
})
