import type pg from 'pg'
import type { System } from './system.ts'

/** Each charge at the provider with what our books say of it; `kept` counts only what belongs to a booking, tip or gift voucher. */
const CHARGES = `
  select a.booking_id as booking, t.booking_id as tipped, coalesce(a.user_id::text, a.booking_data ->> 'email', 'unknown') as payer,
    l."capturedCents" as captured, l."refundedCents" as refunded, l."voidedCents" as voided,
    (select coalesce(sum(r.amount_cents), 0) from refunds r join refund_orders o on o.id = r.order_id
      where r.attempt_id = a.id and r.outcome = 'REFUNDED' and o.kind = 'CHARGED_BACK')::integer as "chargedBack",
    case when f.is_open then c.amount_cents - c.back_cents else 0 end as failures,
    case when not f.is_open and (a.booking_id is not null or t.attempt_id is not null or v.attempt_id is not null)
      then c.amount_cents - c.back_cents else 0 end as kept
  from jsonb_to_recordset($1) as l ("requestId" uuid, "capturedCents" integer, "refundedCents" integer, "voidedCents" integer)
  join payment_attempts a on a.request_id = l."requestId"
  left join charges c on c.id = a.id
  left join tips t on t.attempt_id = a.id
  left join gift_vouchers v on v.attempt_id = a.id and v.issued_at is not null
  cross join lateral (select c.id is not null and exists (select from payment_failures
    where attempt_id = a.id and refund_id is null and kind = 'REFUNDABLE' and resolved_at is null) as is_open) f
  where l."capturedCents" > 0`

/** What the sums of each booking say is kept of its cards. */
const KEPT_OF_BOOKINGS = `
  select booking_id as booking, sum(cents)::integer as kept from (
    select booking_id, cents from money_in where method = 'CARD'
    union all
    select booking_id, -cents from money_back where method = 'CARD') moved group by booking_id`

const TIP_IN_ITS_BOOKING = anotherView(
  'money_in',
  `select t.booking_id, 'CARD', a.amount_cents, a.outcome_at from tips t join payment_attempts a on a.id = t.attempt_id
    where a.outcome = 'CAPTURED'`,
)
const CHARGEBACK_KEPT = anotherView(
  'money_back',
  `select a.booking_id, 'CARD', -r.amount_cents, r.outcome_at
    from refunds r join refund_orders o on o.id = r.order_id join payment_attempts a on a.id = r.attempt_id
    where o.kind = 'CHARGED_BACK' and r.outcome = 'REFUNDED' and a.booking_id is not null`,
)

interface Parts {
  captured: number
  kept: number
  refunded: number
  voided: number
  chargedBack: number
  failures: number
}

interface ChargeRow extends Parts {
  booking: number | null
  tipped: number | null
  payer: string
}

interface Equations {
  payers: number
  bookings: number
  tips: number
  chargedBack: number
  /** One sentence per sum that does not add up. */
  wrong: string[]
}

/** Captured = kept + refunded + voided + charged back + open failures, for each payer, each booking and the tips of each. */
export async function readEquations(
  { pool, provider }: Pick<System, 'pool' | 'provider'>,
  db: Pick<pg.Pool, 'query'> = pool,
): Promise<Equations> {
  const ledger = JSON.stringify(await provider.ledger())
  const { rows: charges } = await db.query<ChargeRow>(CHARGES, [ledger])
  const { rows: sums } = await db.query<{ booking: number; kept: number }>(KEPT_OF_BOOKINGS)
  const kept = new Map(sums.map((sum) => [sum.booking, sum.kept]))
  const ofBookings = Map.groupBy(
    charges.filter(({ booking }) => booking !== null),
    ({ booking }) => booking!,
  )
  const ofTips = Map.groupBy(
    charges.filter(({ tipped }) => tipped !== null),
    ({ tipped }) => tipped!,
  )
  const ofPayers = Map.groupBy(charges, ({ payer }) => payer)
  const bookings = new Set([...ofBookings.keys(), ...kept.keys()])
  return {
    payers: ofPayers.size,
    bookings: bookings.size,
    tips: charges.filter(({ tipped }) => tipped !== null).length,
    chargedBack: charges.filter(({ chargedBack }) => chargedBack > 0).length,
    wrong: [
      ...[...bookings].flatMap((id) => {
        const theirs = sum(ofBookings.get(id) ?? [])
        // What came in after a cancellation stands on its booking, as an open failure, until it goes back.
        return judge(`booking ${id}`, { ...theirs, kept: (kept.get(id) ?? 0) - theirs.failures })
      }),
      ...[...ofTips].flatMap(([id, theirs]) => judge(`tips of booking ${id}`, sum(theirs))),
      ...[...ofPayers].flatMap(([payer, theirs]) => judge(`payer ${payer}`, sum(theirs))),
    ],
  }
}

/** The saboteurs: whether a tip in the sums of its booking, and a chargeback that still counts as kept, are noticed. */
export async function areUnequalNoticed(system: Pick<System, 'pool' | 'provider'>): Promise<boolean> {
  for (const saboteur of [TIP_IN_ITS_BOOKING, CHARGEBACK_KEPT]) {
    const client = await system.pool.connect()
    try {
      await client.query('begin')
      await client.query(saboteur)
      if ((await readEquations(system, client)).wrong.length === 0) return false
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  return true
}

/** Adds rows to a view of the product. */
function anotherView(name: string, rows: string): string {
  return `do $sabotage$ begin execute format('create or replace view ${name} as %s union all %s',
    rtrim(pg_get_viewdef('${name}'::regclass), ';'), $rows$${rows}$rows$); end $sabotage$`
}

function sum(charges: readonly Parts[]): Parts {
  const all = (part: keyof Parts) => charges.reduce((total, charge) => total + charge[part], 0)
  return {
    captured: all('captured'),
    kept: all('kept'),
    refunded: all('refunded'),
    voided: all('voided'),
    chargedBack: all('chargedBack'),
    failures: all('failures'),
  }
}

function judge(whose: string, { captured, kept, refunded, voided, chargedBack, failures }: Parts): string[] {
  if (captured === kept + refunded + voided + chargedBack + failures) return []
  const parts = `${kept} kept + ${refunded} refunded + ${voided} voided + ${chargedBack} charged back + ${failures} open failures`
  return [`${whose}: ${captured} cents captured, but ${parts}`]
}
