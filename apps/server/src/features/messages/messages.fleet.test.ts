import { getMessage, sendMessage } from '@arcadia/contract/admin/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { eventually } from '../../testing/test-app.ts'

/** Real processes, a real mail server, and SIGKILL. */

const GUESTS = 30

let mailServer: TestMailServer
let fleet: Fleet
beforeAll(async () => {
  mailServer = await startMailServer()
  fleet = await startFleet(1, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await fleet.close()
  await mailServer.close()
})

const query = (text: string) => fleet.database.pool.query(text)
const count = async (of: string) => Number((await query(`select count(*) from ${of}`)).rows[0].count)

/** With triggers off, so the day can hold more than its capacity. */
async function aCrowdOn(date: string): Promise<void> {
  await query(`set session_replication_role = replica;
    insert into bookings (confirmation_number, user_id, trip_date, number_of_guests, package_type, first_name, last_name,
        email, phone, total_cents, deposit_cents, status, created_at, updated_at)
      select 'JB-' || lpad(n::text, 8, '0'), (select min(id) from users), '${date}', 1, 'TROPHY', 'Guest', n::text,
        'guest' || n || '@example.com', '863-555-0142', 250000, 35000, 'CONFIRMED', now(), now()
      from generate_series(1, ${GUESTS}) n;
    set session_replication_role = origin`)
}

test('a kill mid-send emails no one; after a retry and another kill, each guest gets the message once', async () => {
  const [first] = fleet.servers
  const [date] = await openDates(first!)
  await aCrowdOn(date!)
  const call = {
    token: await adminToken(first!),
    body: { who: 'DAY' as const, date: date!, subject: 'Rain', text: 'Hello {name}, bring a coat on {date}.' },
    headers: { 'idempotency-key': 'one-press' },
  }
  // Blocks the transaction at its fifteenth email.
  const blocker = await fleet.database.pool.connect()
  await blocker.query(`create function wait_here() returns trigger language plpgsql as $$
      begin if new.to_email = 'guest15@example.com' then perform pg_advisory_xact_lock(4713); end if; return new; end $$;
    create trigger wait_here before insert on outbox_mails for each row execute function wait_here();
    select pg_advisory_lock(4713)`)
  const cutOff = first!.answer(sendMessage, call).catch(() => undefined)
  const isWaiting = "pg_locks where locktype = 'advisory' and not granted and objid = 4713"
  await eventually(async () => (await count(isWaiting)) === 1)
  await first!.kill()
  await blocker.query('drop trigger wait_here on outbox_mails').catch(() => undefined)
  await blocker.query('select pg_advisory_unlock(4713)')
  blocker.release()
  await cutOff
  await eventually(async () => (await count(isWaiting)) === 0)
  expect(await count("outbox_mails where kind = 'message'")).toBe(0)
  expect(await count('messages')).toBe(0)

  mailServer.behave(() => (mailServer.received.length > GUESTS / 2 ? new Promise(() => {}) : undefined))
  const [second, third] = await Promise.all([fleet.start(), fleet.start()])
  const answers = await Promise.all([second, third, second].map((server) => server!.answer(sendMessage, call)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  await eventually(async () => mailServer.received.length > GUESTS / 2)
  await Promise.all([second.kill(), third.kill()])
  mailServer.behave(() => {})
  await query("update outbox_mails set leased_until = '2000-01-01', next_try_at = '2000-01-01'")
  const last = await fleet.start()
  await eventually(async () => (await count("outbox_mails where kind = 'message' and sent_at is null")) === 0)

  const toGuests = mailServer.received.filter(({ to }) => to[0]!.startsWith('guest'))
  const ids = Map.groupBy(toGuests, ({ to }) => to[0]!)
  expect(ids.size).toBe(GUESTS)
  // A process killed during delivery may cause a duplicate, but under the same Message-ID.
  for (const copies of ids.values()) expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await count('messages')).toBe(1)
  const { recipients } = await last.call(getMessage, { token: call.token, params: { id: answers[0]!.body.id } })
  expect(recipients.map(({ mail }) => mail?.status)).toEqual(Array(GUESTS).fill('SENT'))
})
