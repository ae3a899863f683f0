import { expect, expectTypeOf, test } from 'vitest'
import { getBooking } from '../bookings.ts'
import { listEnquiries, searchEnquiries } from '../enquiries.ts'
import { createHold } from '../holds.ts'
import { wireClient } from './wire-client.ts'

const sent: unknown[] = []
const reply = { status: 200, headers: {}, body: {} as unknown }
const client = wireClient<{ token?: string }>(async (method, path, options) => {
  sent.push({ method, path, ...options })
  return reply
})

test('params and query go encoded into the URL, and other options are passed on', async () => {
  const body = { selectedDate: '2027-05-17', numberOfGuests: 2 }
  await client.call(createHold, { token: 't', body })
  await client.call(getBooking, { params: { id: 7 } })
  await client.call(listEnquiries, { query: { page: 0, sort: '-name' } })
  await client.call(searchEnquiries, { query: { q: 'Bo & #7' } })
  expect(sent).toEqual([
    { method: 'POST', path: '/api/bookings/holds', token: 't', body },
    { method: 'GET', path: '/api/bookings/7' },
    { method: 'GET', path: '/api/enquiries?page=0&sort=-name' },
    { method: 'GET', path: '/api/enquiries/search?q=Bo+%26+%237' },
  ])
})

test("an unexpected refusal throws with the server's message", async () => {
  Object.assign(reply, { status: 409, body: { error: 'day-full', message: 'This day is full.' } })
  await expect(client.call(getBooking, { params: { id: 7 } })).rejects.toThrow(
    'GET /api/bookings/:id answered 409 day-full: This day is full.',
  )
  expect((await client.answer(getBooking, { params: { id: 7 } })).body.message).toBe('This day is full.')
})

test('a field missing from the contract is a type error, in requests and responses', () => {
  // @ts-expect-error: its name is numberOfGuests
  void (() => client.call(createHold, { body: { selectedDate: '2027-05-17', guests: 2 } }))
  // @ts-expect-error: an id is needed
  void (() => client.call(getBooking))
  // @ts-expect-error: enquiries are not sorted by phone
  void (() => client.call(listEnquiries, { query: { sort: 'phone' } }))
  type Booking = Awaited<ReturnType<typeof client.call<typeof getBooking>>>
  expectTypeOf<Booking>().not.toHaveProperty('guests')
  expectTypeOf<Booking['createdAt']>().toEqualTypeOf<string>()
  expectTypeOf<Booking['depositAmount']>().toEqualTypeOf<number>()
})
