import { Username } from '@arcadia/contract/accounts'
import { Email, optionalText, requiredText } from '@arcadia/contract/text-fields'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../api/call.ts'
import { show } from '../testing/show.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from './form-error.tsx'
import { OthersChange } from './others-change.tsx'
import { useContractForm } from './use-contract-form.ts'

const Person = z.strictObject({
  username: Username,
  email: Email,
  phoneNumber: requiredText('Phone number', 40),
  note: optionalText('Note', 500),
})
type Person = z.output<typeof Person>

/** The requests received, and the answers. */
let sent: Person[]
let shown: Record<string, unknown>[]
let answer: () => Promise<void>

function PersonForm() {
  const form = useContractForm(Person, { username: '', email: '', phoneNumber: '', note: '' })
  const submit = form.submit(async (person, showed) => {
    sent.push(person)
    shown.push(showed)
    await answer()
  })
  return (
    <form noValidate onSubmit={submit}>
      <TextField {...form.field('username')} label="Username" />
      <TextField {...form.field('email')} label="Email" help="We send the confirmation there." />
      <TextField {...form.field('phoneNumber')} label="Phone" />
      <TextField {...form.field('note')} label="Note" />
      <FormError onRetry={form.retry}>{form.error}</FormError>
      <OthersChange of={form.meanwhile} />
      <button type="submit">{form.isBusy ? 'Saving...' : 'Save'}</button>
    </form>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** What a screen reader adds to the label: help, then the error. */
const describedBy = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const refuse = (message: string, details?: { path: string; message: string }[]) => () =>
  Promise.reject(new ApiError(message, { status: 409, code: 'refused', details }))

async function fillIn() {
  await userEvent.type(field('Username'), 'ada')
  await userEvent.type(field('Email'), ' ada@example.com ')
  await userEvent.type(field('Phone'), '(863) 555-0142')
}

beforeEach(() => {
  sent = []
  shown = []
  answer = async () => {}
  // jsdom has no layout, so nothing scrolls there.
  Element.prototype.scrollIntoView = () => {}
  show(<PersonForm />)
})

test('errors show at their fields, are read out with them, and the first wrong field gets the focus', async () => {
  await userEvent.type(field('Username'), 'ada')
  await userEvent.type(field('Email'), 'ada at home')
  await save()
  expect(document.activeElement).toBe(field('Email'))
  expect(describedBy('Email')).toEqual(['Please enter a valid email address', 'We send the confirmation there.'])
  expect(describedBy('Phone')).toEqual(['Phone number is required'])
  expect([field('Username'), field('Email'), field('Phone')].map((one) => one.ariaInvalid)).toEqual([
    null,
    'true',
    'true',
  ])
  expect(sent).toEqual([])
})

test('a corrected field loses its error while typing and keeps its help', async () => {
  await save()
  await userEvent.type(field('Email'), 'ada@example.com')
  expect(describedBy('Email')).toEqual(['We send the confirmation there.'])
  expect(field('Email').ariaInvalid).toBeNull()
})

test('the server gets the parsed values: trimmed, and nothing for empty fields', async () => {
  await fillIn()
  await save()
  expect(sent).toEqual([{ username: 'ada', email: 'ada@example.com', phoneNumber: '(863) 555-0142', note: null }])
})

test('a refusal by the server shows at the field it names, which gets the focus, and everything typed stays', async () => {
  answer = refuse('Please check what you entered.', [{ path: 'username', message: 'That username is already taken.' }])
  await fillIn()
  await save()
  await waitFor(() => expect(describedBy('Username')).toEqual(['That username is already taken.']))
  expect(document.activeElement).toBe(field('Username'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field('Phone').value).toBe('(863) 555-0142')
})

test('a refusal of the whole form is announced above it', async () => {
  answer = refuse('Too many requests. Please wait a little and try again.')
  await fillIn()
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Please wait a little and try again.')
  // Another try clears the message.
  answer = async () => {}
  await save()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent).toHaveLength(2)
})

test('a form pressed twice is sent once', async () => {
  let finish = () => {}
  answer = () => new Promise((resolve) => (finish = resolve))
  await fillIn()
  const button = screen.getByRole('button', { name: 'Save' })
  button.click()
  button.click()
  await screen.findByRole('button', { name: 'Saving...' })
  finish()
  await screen.findByRole('button', { name: 'Save' })
  expect(sent).toHaveLength(1)
})

test('what somebody else saved meanwhile is told, and one press saves over it or takes it', async () => {
  const theirs = (value: string) => async () => {
    const details = [{ path: 'note', message: `Bea changed this to ${value}.`, value }]
    throw new ApiError(`Bea changed Note to ${value}.`, { status: 409, code: 'changed-meanwhile', details })
  }
  const type = async (text: string) => {
    await userEvent.clear(field('Note'))
    await userEvent.type(field('Note'), text)
  }
  await fillIn()
  await type('mine')
  answer = theirs('two')
  await save()
  expect(await screen.findByText('Bea changed Note to two.')).toBeTruthy()
  expect(describedBy('Note')).toEqual(['Bea changed this to two.'])
  expect(field('Note').value).toBe('mine')
  answer = async () => {}
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save mine' })).toBeNull())
  await type('later')
  answer = theirs('three')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: "Use what's saved" }))
  expect(field('Note').value).toBe('three')
  expect(describedBy('Note')).toEqual([])
  answer = async () => {}
  await type('last')
  await save()
  expect(sent.map(({ note }, index) => [note, shown[index]!.note])).toEqual([
    ['mine', ''],
    ['mine', 'two'],
    ['later', 'mine'],
    ['last', 'three'],
  ])
})

test('what got no answer goes again with Try again, and the error stays until it is sent', async () => {
  const cutOff = () => Promise.reject(new ApiError('Failed to save', { status: 0, code: 'no-answer' }))
  answer = cutOff
  await fillIn()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to save. Check your connection and try again.',
  )
  answer = () => Promise.resolve()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sent).toHaveLength(2)

  answer = cutOff
  await save()
  await screen.findByRole('alert')
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('alert').textContent, 'the device knew of no break').toContain('Failed to save.')
  expect(sent).toHaveLength(3)

  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  for (const isOnline of [false, true]) {
    onLine.mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe("You're back online. Try again")
  expect(sent).toHaveLength(3)

  answer = refuse('Somebody else has that name')
  await save()
  expect(await screen.findByText('Somebody else has that name')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
