import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

// Claims are counted from the rows here, not with the product's own functions. A hold that ran out counts until it is written
// down as over, which whoever takes its spots does in the same transaction: so no clock has a say.
const CLAIMS = `
  select day::text as day, sum(anglers)::integer as anglers, (select max_capacity from booking_config) as capacity from (
    select trip_date as day, number_of_guests as anglers from bookings where status <> 'CANCELLED'
    union all
    select trip_date, number_of_guests from holds h
    where consumed_at is null
      and (released_at is null or exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null))
  ) claims where not pg_is_in_recovery() group by day`

/** So long a booking that was checked against the capacity of before may still be on its way to being seen. */
const LINGERS_MS = 1000

/** Looks at all days again and again while others write: claims may stay above a capacity that was lowered, but never rise there. */
export interface DayWatch {
  /** A capacity that may be in force from now on. */
  allow(capacity: number): void
  /** No other than this one is in force anymore. */
  settle(capacity: number): void
  violations: string[]
  looks: number
  stop(): Promise<void>
}

export async function watchDays(pool: pg.Pool): Promise<DayWatch> {
  let isOver = false
  const { rows } = await pool.query<{ capacity: number }>('select max_capacity as capacity from booking_config')
  /** Each capacity that was in force, and until when it may have been. */
  const until = new Map([[rows[0]!.capacity, Number.POSITIVE_INFINITY]])
  /** When the last look began that was answered. */
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
    const found = await pool.query<{ day: string; anglers: number; capacity: number }>(CLAIMS).catch(() => undefined)
    // The database may be away in between, or a standby that is behind; then the next look judges what happened meanwhile.
    if (!found?.rows.length) return
    const most = Math.max(...[...until].flatMap(([capacity, end]) => (end >= lookedAt ? [capacity] : [])))
    lookedAt = began
    for (const { day, anglers } of found.rows)
      if (anglers > most && anglers > (before.get(day) ?? 0))
        watch.violations.push(`${day}: ${anglers} anglers, where at most ${most} fitted`)
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
