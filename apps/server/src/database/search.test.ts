import { makeGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { endpoints } from '@arcadia/contract/catalog'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { fullName } from '@arcadia/contract/full-name'
import { FULL_NAMES } from '@arcadia/contract/testing/full-names'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { aBooking } from '../testing/a-booking.ts'
import { anAdmin } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eachWord } from './search.ts'
import { inTransaction } from './transaction.ts'

/** Composed, with a curly apostrophe. */
const FIRST = 'François'
const LAST = 'Núñez O’Brien'
const WANTED = [
  'francois',
  'FRANÇOIS',
  'François'.normalize('NFD'),
  'nunez',
  "O'Brien",
  'obrien',
  'o`brien',
  'nunez francois',
  "  o'brien   FRANCOIS ",
  'Fran\u200bçois',
]
const UNWANTED = ['francois nunez smith', 'franc%ois', 'fran_ois', '\\', 'fransois']

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

const found = async (text: string, q: string) => {
  const { rows } = await sql<{ found: boolean }>`
    select ${eachWord(q, (word) => sql`search_key(${text}) like ${word}`)} as found`.execute(app.database.db)
  return rows[0]!.found
}

describe('a full name in SQL is that of the contract', () => {
  const read = async (firstName: string | null, lastName: string | null) => {
    const { rows } = await sql<{ name: string }>`select full_name(${firstName}, ${lastName}) as name`.execute(
      app.database.db,
    )
    return rows[0]!.name
  }

  test.each(FULL_NAMES)('%s %s reads %s', async (...[firstName, lastName, shown]) =>
    expect(await read(firstName, lastName)).toBe(shown),
  )

  test('with every dash that Unicode knows for the last name', async () => {
    const dashes = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => /\p{Pd}/u.test(String.fromCodePoint(point)))
      .map((point) => String.fromCodePoint(point))
    expect(dashes.length).toBeGreaterThan(20)
    expect(await read('Ana', dashes.join(''))).toBe('Ana')
    expect(fullName({ firstName: 'Ana', lastName: dashes.join('') })).toBe('Ana')
  })
})

describe('a search key', () => {
  test.each([
    ['Strauß', 'strauss'],
    ['Søren Łódź', 'soren lodz'],
    ['Soren', 'SØREN'],
    ['Æsop', 'aesop'],
    ['Ｗｉｄｅ', 'wide'],
    ['Smith‑Jones', 'smith-jones'],
    ['İbrahim', 'ibrahim'],
    ['Иван Йордан', 'ЙОРДАН иван'],
    ['山田 太郎', '太郎'],
    ['100% sure_thing', '100% sure_'],
  ])('of %s has %s', async (text, q) => expect(await found(text, q)).toBe(true))

  test.each([
    ['Ana Ray', 'ana ben'],
    ['1000 sure things', '100% sure_'],
    ['Ana\\Ray', '\\\\'],
  ])('of %s has not %s', async (text, q) => expect(await found(text, q)).toBe(false))

  test('no word, no condition', async () => expect(await found('anything', ' ')).toBe(true))
})

test('every list is searched without accents, with any apostrophe, in any order', async () => {
  const { database, clock } = app
  const booking = await aBooking(app)
  // Stored before names were composed on the way in.
  const old = { first_name: FIRST.normalize('NFD'), last_name: LAST.normalize('NFD') }
  await inTransaction(database.db, clock, async (tx) => {
    await tx.updateTable('bookings').set(old).where('id', '=', booking.bookingId).execute()
    await tx.updateTable('users').set(old).where('role', '=', 'USER').execute()
    await tx
      .updateTable('outbox_mails')
      .set({ subject: `A question from ${FIRST} ${LAST}` })
      .execute()
  })
  await app.call(createEnquiry, {
    body: { firstName: FIRST, lastName: LAST, email: 'fno@example.com', phone: '(863) 555-0142', country: 'US' },
  })
  await app.call(createBookingQuery, {
    token: booking.token,
    body: { bookingId: booking.bookingId, queryMessage: `Can ${FIRST} bring Ms ${LAST}?` },
  })
  const voucher = { recipientName: `${FIRST} ${LAST}`, senderName: 'Ana', amount: 100 }
  await app.call(makeGiftVoucher, { token, body: voucher, headers: { 'idempotency-key': 'a-voucher-for-francois' } })

  const searchable = endpoints.filter(({ query }) => query && 'q' in (query as z.ZodMiniObject).shape)
  expect(searchable.length).toBeGreaterThan(6)
  for (const { method, path } of searchable) {
    const count = async (q: string): Promise<number> =>
      (await app.request(method, `${path}?page=0&q=${encodeURIComponent(q)}`, { token })).body.totalElements
    // The log has only words of ours.
    const wanted = path.includes('audit') ? ['voucher', 'voucher ADMIN', 'admin voucher'] : WANTED
    for (const q of wanted) expect(await count(q), `${path}?q=${q}`).toBeGreaterThan(0)
    for (const q of UNWANTED) expect(await count(q), `${path}?q=${q}`).toBe(0)
  }
})
