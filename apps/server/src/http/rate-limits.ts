import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import type { Limit } from './limits.rules.ts'

declare module '../database/tables.ts' {
  interface Tables {
    rate_counters: {
      key: string
      /** The uses that may still count, oldest first. */
      uses: Date[]
      ends_at: Date
    }
  }
}

/**
 * Rate limits, shared by all processes through the database. Windows roll: at most `atMost` uses in any `windowMs`, and a
 * refused use does not count, so whoever keeps trying gets in as soon as the oldest use is over.
 */
export interface RateLimits {
  /** Counts one use. @throws AppError `too-many-requests` if none is left */
  spend(limit: Limit, message?: string): Promise<void>
  /** Counts one use; false if none is left. */
  take(limit: Limit): Promise<boolean>
  /** Counts nothing. @throws AppError `too-many-requests` if no use is left */
  demandSome(limit: Limit, message?: string): Promise<void>
  /** Takes back the latest use. */
  giveBack(limit: Limit): Promise<void>
}

export function createRateLimits(deps: { db: Db; clock: Clock }): RateLimits {
  const { db, clock } = deps
  const startOf = (now: Date, windowMs: number) => new Date(now.getTime() - windowMs)

  async function take({ key, atMost, windowMs }: Limit): Promise<boolean> {
    const now = clock.now()
    // The row's lock makes simultaneous uses count one by one.
    const { rows } = await sql`
      insert into rate_counters as counter (key, uses, ends_at)
      values (${key}, array[${now}::timestamptz], ${new Date(now.getTime() + windowMs)})
      on conflict (key) do update set ends_at = excluded.ends_at, uses = array(
        select use from unnest(counter.uses) use where use > ${startOf(now, windowMs)} order by use
      ) || excluded.uses
      where (select count(*) from unnest(counter.uses) use where use > ${startOf(now, windowMs)}) < ${atMost}
      returning 1`.execute(db)
    return rows.length > 0
  }

  /** Undefined while a use is left. */
  async function waitSecondsOf({ key, atMost, windowMs }: Limit): Promise<number | undefined> {
    const now = clock.now()
    const counter = await db.selectFrom('rate_counters').select('uses').where('key', '=', key).executeTakeFirst()
    const recent = counter?.uses.filter((use) => use > startOf(now, windowMs)) ?? []
    if (recent.length < atMost) return undefined
    return (recent.at(-atMost)!.getTime() + windowMs - now.getTime()) / 1000
  }

  async function demandSome(limit: Limit, message?: string): Promise<void> {
    const retryAfterSeconds = await waitSecondsOf(limit)
    if (retryAfterSeconds !== undefined)
      throw new AppError('too-many-requests', { retryAfterSeconds, ...(message && { message }) })
  }

  return {
    take,
    demandSome,
    async spend(limit, message) {
      // A use that ends between the two statements leaves room for this one.
      while (!(await take(limit))) await demandSome(limit, message)
    },
    async giveBack({ key }) {
      await sql`update rate_counters set uses = trim_array(uses, 1)
        where key = ${key} and cardinality(uses) > 0`.execute(db)
    },
  }
}

/** Deletes counters whose uses are all over. */
export async function forgetOldCounters(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('ends_at', '<', now).execute()
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
  take: async () => true,
  demandSome: async () => {},
  giveBack: async () => {},
}
