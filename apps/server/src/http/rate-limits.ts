import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import type { Limit } from './limits.rules.ts'

declare module '../database/tables.ts' {
  interface Tables {
    rate_counters: {
      key: string
      window_starts_at: Date
      ends_at: Date
      count: number
    }
  }
}

/** Rate limits, shared by all processes through the database. */
export interface RateLimits {
  /** Counts one use. @throws AppError `too-many-requests` if it exceeds the limit */
  spend(limit: Limit, message?: string): Promise<void>
  /** Counts one use without a limit. */
  count(limit: Limit): Promise<number>
  /** Takes back one use. */
  giveBack(limit: Limit): Promise<void>
}

export function createRateLimits(deps: { db: Db; clock: Clock }): RateLimits {
  const { db, clock } = deps

  async function count({ key, windowMs }: Limit): Promise<number> {
    const { start, end } = windowAt(clock.now(), windowMs)
    const { rows } = await sql<{ count: number }>`
      insert into rate_counters (key, window_starts_at, ends_at, count) values (${key}, ${start}, ${end}, 1)
      on conflict (key, window_starts_at) do update set count = rate_counters.count + 1
      returning count`.execute(db)
    return rows[0]!.count
  }

  return {
    count,
    async giveBack({ key, windowMs }) {
      await db
        .updateTable('rate_counters')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('key', '=', key)
        .where('window_starts_at', '=', windowAt(clock.now(), windowMs).start)
        .where('count', '>', 0)
        .execute()
    },
    async spend(limit, message) {
      if ((await count(limit)) <= limit.atMost) return
      const { end } = windowAt(clock.now(), limit.windowMs)
      const retryAfterSeconds = (end.getTime() - clock.now().getTime()) / 1000
      throw new AppError('too-many-requests', { retryAfterSeconds, ...(message && { message }) })
    },
  }
}

/** Deletes counters of past windows. */
export async function forgetOldCounters(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('ends_at', '<', now).execute()
}

function windowAt(now: Date, windowMs: number): { start: Date; end: Date } {
  const start = Math.floor(now.getTime() / windowMs) * windowMs
  return { start: new Date(start), end: new Date(start + windowMs) }
}

/** The unit of rate limiting: an IPv4 address, or the /64 network of an IPv6 address (docs/rules.md §3.13). */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('%')[0]!.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** No-op limits, for load experiments only (`RATE_LIMITS=off`). */
export const noRateLimits: RateLimits = {
  spend: async () => {},
  count: async () => 0,
  giveBack: async () => {},
}
