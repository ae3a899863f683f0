import { fillIn } from '@arcadia/contract/admin/messages'
import { expect, test } from 'vitest'
import { placeholdersOf } from '../replies/placeholders.rules.ts'
import { addressTo } from './messages.rules.ts'

const ana = {
  id: 1,
  firstName: 'Ana',
  email: 'ana@example.com',
  selectedDate: '2027-05-20',
  numberOfGuests: 2,
  confirmationNumber: 'JB-00000001',
  status: 'CONFIRMED' as const,
  pendingAmount: 70_000,
}
const text = 'Hello {name}, {anglers} on {date}: {due} ({number}).'

test('placeholders are filled in from the booking', () => {
  expect(fillIn(text, placeholdersOf(ana))).toBe(
    'Hello Ana, 2 anglers on Thursday, May 20, 2027: $700.00 (JB-00000001).',
  )
})

test('a placeholder is known in any case', () => {
  expect(fillIn('{Name} owes {DUE}', placeholdersOf(ana))).toBe('Ana owes $700.00')
})

test('a placeholder in a guest name is not filled in', () => {
  expect(fillIn('Hello {name}', placeholdersOf({ ...ana, firstName: '{due}' }))).toBe('Hello {due}')
})

test('a guest name that is a web address becomes no link', () => {
  const linked = { ...ana, firstName: 'www.evil.example' }
  expect(fillIn('Hello {name}', placeholdersOf(linked))).toBe('Hello www. evil. example')
})

test('an address gets the same message once, and different ones each', () => {
  const again = { ...ana, id: 2, email: 'ANA@example.com', selectedDate: '2027-05-21' }
  const to = (words: string) =>
    addressTo([ana, again], { subject: 'Rain', text: words }).map(({ booking }) => booking.id)
  expect(to('Bring a coat, {name}.')).toEqual([1])
  expect(to('Bring a coat on {date}.')).toEqual([1, 2])
})

test('a booking without an email is listed, with the message to text', () => {
  const words = { subject: 'Rain', text: 'Bring a coat, {name}.' }
  expect(addressTo([{ ...ana, email: null }], words)).toMatchObject([{ email: null, text: 'Bring a coat, Ana.' }])
})
