import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { withoutTriggers } from './postgres.ts'

/** Bookings of which more is being paid by card than is owed. A day that is called off ends what is owed while a bank still answers. */
const ABOVE = `
  select b.id, owed(b) as owed, being_paid(b.id) as paying from bookings b
  where b.status = 'CONFIRMED' and outcome_of(b) is distinct from 'CALLED_OFF' and being_paid(b.id) > owed(b)`

const SETTLED = `
  select s.id, s.settled_cents as settled, p.paid_cents >= s.settled_cents as "isPaid"
  from shares s join paid_of_shares p on p.share_id = s.id where s.settled_cents is not null`

const ABOVE_BY_A_CENT = `
  update payment_attempts set outcome = null, outcome_at = null, amount_cents = amount_cents + owed(b) + 1 from bookings b
  where b.id = booking_id and payment_attempts.id = (
    select max(a.id) from payment_attempts a join bookings of on of.id = a.booking_id
    where a.outcome = 'CAPTURED' and a.kind <> 'ANGLER' and of.status = 'CONFIRMED' and owed(of) > 0)`

const GROWN_BY_A_CENT = `
  update shares set settled_cents = settled_cents + 1 where id = (
    select max(s.id) from shares s join paid_of_shares p on p.share_id = s.id where p.paid_cents >= s.settled_cents)`

interface Settled {
  id: number
  settled: number
  isPaid: boolean
}

/** Polls the shares during the load: what is being paid never exceeds what is owed, and a paid share never grows. */
export interface ShareWatch {
  violations: string[]
  looks: number
  paid(): number
  /** The saboteurs: whether a payment of a cent more than is owed, and a paid share that grows, are noticed. Call after `stop`. */
  areNoticed(): Promise<boolean>
  stop(): Promise<void>
}

export function watchShares(pool: pg.Pool): ShareWatch {
  let isOver = false
  let before = new Map<number, Settled>()

  async function look(db: Pick<pg.Pool, 'query'> = pool): Promise<string[]> {
    const { rows: above } = await db.query<{ id: number; owed: number; paying: number }>(ABOVE)
    const { rows: settled } = await db.query<Settled>(SETTLED)
    const found = above.map(({ id, owed, paying }) => `booking ${id}: ${paying} being paid of ${owed}`)
    for (const { id, settled: cents } of settled) {
      const was = before.get(id)
      if (was?.isPaid && cents > was.settled) found.push(`share ${id}: paid at ${was.settled}, now ${cents}`)
    }
    before = new Map(settled.map((share) => [share.id, share]))
    return found
  }

  /** Whether it is noticed, in a transaction that is rolled back. */
  async function isNoticed(plant: string): Promise<boolean> {
    await look()
    let found: string[] = []
    await withoutTriggers(pool, async (client) => {
      await client.query('begin')
      const { rowCount } = await client.query(plant)
      if (rowCount === 1) found = await look(client)
      await client.query('rollback')
    })
    await look()
    return found.length > 0
  }

  const watch: ShareWatch = {
    violations: [],
    looks: 0,
    paid: () => before.size,
    async areNoticed() {
      const both = [await isNoticed(ABOVE_BY_A_CENT), await isNoticed(GROWN_BY_A_CENT)]
      return both.every(Boolean)
    },
    async stop() {
      isOver = true
      await watching
    },
  }
  const watching = (async () => {
    while (!isOver) {
      watch.violations.push(...(await look()))
      watch.looks++
      await delay(100)
    }
  })()
  return watch
}
