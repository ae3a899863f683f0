import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Spreads the cycles over a hundred days or puts all on one, far from the days used by the site's own cycles. */
const DAY = { season: '\\set day random(1, 100)', day: '\\set day 1' }
export type Where = keyof typeof DAY

const WHEN = `(date '2100-01-01' + :day::integer)`
const ME = ':me::integer'
const NETWORK = `('10.1.0.' || :client_id::text)`

/** A minimal hold and release: one statement each, on one counter per day. */
export const LEAST_SETUP = `
  create table if not exists least_days (day date primary key, free integer not null);
  create table if not exists least_holds (id uuid primary key, day date not null, user_id integer not null, released_at timestamptz);
  insert into least_days select date '2100-01-01' + i, 32 from generate_series(1, 100) i on conflict do nothing;`
export const LEAST = `
with taken as (update least_days set free = free - 1 where day = ${WHEN} and free >= 1 returning day)
insert into least_holds select gen_random_uuid(), day, ${ME} from taken returning id as hold \\gset
with gone as (update least_holds set released_at = now() where id = :hold::uuid and released_at is null returning day)
update least_days d set free = free + 1 from gone where d.day = gone.day;`

const LIVE = 'h.consumed_at is null and h.released_at is null and h.expires_at > now()'

/** The server's SQL for a single hold and its release, except that the server sends the row as JSON. */
export const OURS = `
begin;
select * from lock_for_holds(array[${ME}], array[${WHEN}], true, '{}', '{}');
with entered as materialized (select enter_days(now()::text, array[${WHEN}]))
select c.*,
  (select coalesce(json_agg(json_build_object('day', trip_date, 'customer', user_id, 'booked', booked, 'held', held,
      'heldUntil', held_until, 'isPrivate', is_private)), '[]')
    from unnest(array[${WHEN}]) day, each_claim(day, day, now())) as claims,
  (select json_agg(json_build_object(
      'earlier', (select json_build_object('id', h.id, 'day', h.trip_date, 'guests', h.number_of_guests,
        'expiresAt', h.expires_at) from holds h where h.id = w.earlier and ${LIVE}),
      'isWaitedFor', exists (select from waitlist_entries where trip_date = w.day and ended_at is null),
      'isPaying', exists (select from payment_attempts a left join bookings b on b.id = a.booking_id
        where a.user_id = w.user_id and a.outcome is null
          and ((a.booking_id is null and a.hold_id is not null) or (b.status = 'PENDING' and b.trip_date = w.day))),
      'hasPaid', has_paid(w.user_id), 'email', (select email from users u where u.id = w.user_id)) order by w.place)
    from unnest(array[${ME}], array[${WHEN}], array[null::uuid]) with ordinality w (user_id, day, earlier, place)) as facts,
  (select coalesce(json_agg(u), '[]') from unpaid_claims(now() - interval '15 minutes') u) as unpaid,
  (select coalesce(json_object_agg(b.trip_date, b.booked), '{}')
    from (select trip_date, sum(greatest(number_of_guests, private_spots))::integer as booked from bookings
      where trip_date > now()::date and status <> 'CANCELLED' group by trip_date) b) as booked
from entered, booking_config c;
insert into holds (id, user_id, trip_date, number_of_guests, deposit_per_guest_cents, standard_package_price_cents,
  trophy_package_price_cents, rider_price_cents, duration_minutes, network, waitlist_entry_id, created_at, expires_at)
values (gen_random_uuid(), ${ME}, ${WHEN}, 1, 35000, 150000, 190000, 10000, 5, ${NETWORK}, null, now(),
  now() + interval '5 minutes') returning id as hold \\gset
commit;
begin;
select * from lock_for_holds('{}', '{}', false, array[${ME}], array[:hold::uuid]);
with entered as materialized (select enter_days(now()::text, array[${WHEN}]))
update holds set released_at = now() from entered
where id = any (array[:hold::uuid]) and waitlist_entry_id is null
  and released_at is null and consumed_at is null and expires_at > now();
commit;`

/** Cycles per second in pgbench, with prepared statements and a connection per person; undefined if pgbench is missing. */
export async function pgbench(
  databaseUrl: string,
  script: string,
  { where, seconds, people, first }: { where: Where; seconds: number; people: number; first: number },
): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-pgbench-'))
  const file = join(folder, 'cycle.sql')
  await writeFile(file, `\\set me :first + :client_id\n${DAY[where]}\n${script}\n`)
  const options = ['-n', '-M', 'prepared', '-c', people, '-j', 1, '-T', seconds, '-D', `first=${first}`, '-f', file]
  const run = spawn('pgbench', [...options.map(String), databaseUrl], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (output += text))
  try {
    const [code] = await once(run, 'close')
    const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0)
    if (code !== 0) throw new Error(`pgbench ended with ${code}: ${output.slice(0, 500)}`)
    return tps
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}
