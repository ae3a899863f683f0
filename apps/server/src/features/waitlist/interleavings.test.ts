import { Sharing } from '@arcadia/contract/configuration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Angler, anAngler } from '../../testing/builders.ts'
import { playInterleaving } from '../../testing/interleavings.ts'
import { inProof, ofEachKind, TEST_SEED } from '../../testing/proof.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createHolds } from '../holds/holds.service.ts'

const TIMES = inProof(500, 6)
const RULES = Sharing.options

let app: TestApp
let people: Angler[]
let elsewhere: ReturnType<typeof createHolds>
/** Dates for the interleavings; no two share a day. */
let played = 0

beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_LIMITS: 'off' } })
  // No card needed: the test is about days, not the provider.
  await app.database.db
    .updateTable('booking_config')
    .set({
      deposit_per_guest_cents: 0,
      private_spot_price_cents: 100_00,
      closed_days: [],
      season_start: '2028-01-01',
      season_end: '2040-12-31',
    })
    .execute()
  const { clock, database } = app
  const { offerFreeSpots } = app.app.features.waitlist.api
  elsewhere = createHolds({ db: database.db, clock, limitsNetworks: false, offerFreeSpots })
  people = []
  for (let number = 0; number < 6; number++) people.push(await anAngler(app))
})
afterAll(() => app.close())

const play = (seed: number, sharing: Sharing) =>
  playInterleaving({ app, people, elsewhere, seed, index: played++, sharing })

test(`${TIMES} times people book, some privately, move, cancel, wait and take offers at once while the capacity changes, with each rule for sharing: every promise holds`, {
  timeout: 300_000 + TIMES * 2000,
}, async () => {
  for (let time = 0; time < TIMES; time++) {
    // To replay a failure first, set TEST_SEED to its seed.
    const seed = TEST_SEED + time
    const sharing = RULES[seed % RULES.length]!
    expect({ seed, sharing, wrongs: await play(seed, sharing) }).toEqual({ seed, sharing, wrongs: [] })
  }
})

test('negative control: a missing offer is detected', async () => {
  const { pool } = app.database
  await pool.query(`
    create function forget_offer() returns trigger language plpgsql as 'begin return null; end';
    create trigger forget before insert on holds for each row when (new.waitlist_entry_id is not null)
      execute function forget_offer()`)
  const wrongs: string[] = []
  for (let seed = 1; seed <= 40 && wrongs.length === 0; seed++) wrongs.push(...(await play(seed, 'OPEN')))
  await pool.query('drop trigger forget on holds')
  expect(wrongs).toContainEqual(expect.stringMatching(/^entry \d+ of \d waits/))
})

test.each([
  ['OPEN', / of at most /] as const,
  ['OPEN', / is private and has /] as const,
  ...ofEachKind([['ONE_GROUP', 'TWO_ANGLERS'] as const]).map((rule) => [rule, / is shared by groups /] as const),
])(
  'negative control: without the guard, a day breaks its rules with %s, and that is detected',
  async (sharing, wrong) => {
    await app.database.pool.query(
      "create or replace function oversell_guard_is_on() returns boolean language sql stable as 'select false'",
    )
    const wrongs: string[] = []
    for (let seed = 1; seed <= 60 && wrongs.length === 0; seed++)
      wrongs.push(...(await play(seed, sharing)).filter((one) => wrong.test(one)))
    expect(wrongs).not.toEqual([])
  },
)
