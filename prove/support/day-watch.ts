import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

// Counts claims from the rows, not with the product's own functions. An expired hold counts until it is marked released, which
// happens in the transaction that takes its spots, so the count depends on no clock.
const CLAIMS = `
  select day::text as day, sum(anglers)::integer as anglers, (select max_capacity from booking_config) as capacity,
    bool_or(alone) and count(distinct customer) > 1 as "isIntruded" from (
    select trip_date as day, number_of_guests as anglers, user_id as customer, private_spots is not null as alone
    from bookings b where status <> 'CANCELLED'
      and (select state from check_ins c where c.booking_id = b.id and c.trip_date = b.trip_date order by id desc limit 1)
        is distinct from 'NO_SHOW'
    union all
    select trip_date, number_of_guests, user_id, private_spots is not null from holds h
    where consumed_at is null
      and (released_at is null or exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null))
  ) claims where not pg_is_in_recovery() group by day`

interface Claims {
  day: string
  anglers: number
  capacity: number
  /** One group has the day to itself, and another has spots on it. */
  isIntruded: boolean
}

/** How long a booking checked against the previous capacity may still take to become visible. */
const LINGERS_MS = 1000

/** Polls all days during the load: claims may stay above a lowered capacity, but never rise above it, and a private day has one group. */
export interface DayWatch {
  /** This capacity may be in force from now on. */
  allow(capacity: number): void
  /** Only this capacity is still in force. */
  settle(capacity: number): void
  violations: string[]
  looks: number
  stop(): Promise<void>
}

export async function watchDays(pool: pg.Pool): Promise<DayWatch> {
  let isOver = false
  const { rows } = await pool.query<{ capacity: number }>('select max_capacity as capacity from booking_config')
  /** Each capacity that was in force, and its latest possible end. */
  const until = new Map([[rows[0]!.capacity, Number.POSITIVE_INFINITY]])
  /** Start of the last successful poll. */
  let lookedAt = performance.now()
  let before = new Map<string, number>()
  const watch: DayWatch = {
    violations: [],
    looks: 0,
    allow(capacity) {
      until.set(capacity, Number.POSITIVE_INFINITY)
    },
    settle(capacity) {
      for (const [other, end] of until)
        if (other !== capacity) until.set(other, Math.min(end, performance.now() + LINGERS_MS))
    },
    async stop() {
      isOver = true
      await watching
    },
  }
  async function look(): Promise<void> {
    const began = performance.now()
    const found = await pool.query<Claims>(CLAIMS).catch(() => undefined)
    // The database may be down, or a standby that lags; the next poll then covers the gap.
    if (!found?.rows.length) return
    const most = Math.max(...[...until].flatMap(([capacity, end]) => (end >= lookedAt ? [capacity] : [])))
    lookedAt = began
    for (const { day, anglers, isIntruded } of found.rows) {
      if (isIntruded) watch.violations.push(`${day}: private, and another group`)
      if (anglers > most && anglers > (before.get(day) ?? 0))
        watch.violations.push(`${day}: ${anglers} anglers, capacity at most ${most}`)
    }
    before = new Map(found.rows.map(({ day, anglers }) => [day, anglers]))
    watch.looks++
  }
  const watching = (async () => {
    while (!isOver) {
      await look()
      await delay(20)
    }
    await look()
  })()
  return watch
}
