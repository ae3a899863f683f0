import { type Selectable, sql } from 'kysely'
import { DAY_MS } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import type { Db } from '../database/transaction.ts'
import type { Lease } from '../jobs/leased-work.ts'
import { type Asked, judge, type Sent } from './mail-budget.rules.ts'
import type { MailKind } from './mail-kinds.ts'
import { HELD_TOO_OLD, SENT_WITHIN_MS } from './outbox.ts'

export type DueMail = Selectable<Tables['outbox_mails']>

/** Judged in one go: more than go out at once, because what falls to the budget makes no work. */
const LOOKED_AT = 300

/**
 * Leases the emails that go out next: the urgent ones first, each judged by what its recipient got in the last day
 * (docs/rules.md §8.5). Every email passes here, so no kind goes past the budget; the others get the reason, or a later time.
 */
export async function takeDueMails(db: Db, lease: Lease, domain: string): Promise<DueMail[]> {
  for (;;) {
    const { isAll, leased } = await takeSome(db, lease, domain)
    if (leased.length > 0 || isAll) return leased
  }
}

async function takeSome(db: Db, { now, until, limit }: Lease, domain: string) {
  return db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<DueMail>`
      select * from outbox_mails where next_try_at <= ${now} and (leased_until is null or leased_until <= ${now})
        and sent_at is null and failed_at is null and dropped_at is null
      order by urgency, next_try_at, id limit ${LOOKED_AT} for update skip locked`.execute(tx)
    const isAll = due.length < LOOKED_AT
    if (due.length === 0) return { isAll, leased: [] }
    // One process judges at a time; otherwise each would find room for the same recipient.
    await sql`select pg_advisory_xact_lock(hashtext('budget of emails'))`.execute(tx)
    const facts = await readFacts(tx, now, due)
    const ids: number[] = []
    const dropped = new Map<string, number[]>()
    for (const mail of due) {
      if (ids.length === limit) break
      const verdict = isTooOld(mail, now) ? 'too-old' : judge(askedOf(mail, facts), now)
      if (verdict === 'send') {
        ids.push(mail.id)
        facts.sent.push({ to: addressOf(mail), kind: mail.kind, bookingId: mail.booking_id, at: now })
        if (mail.kind === 'booking-confirmed' && mail.booking_id !== null) facts.confirmed.add(mail.booking_id)
      } else if (verdict === 'too-old') await putAside(tx, [mail.id], { dropped_at: now, last_error: HELD_TOO_OLD })
      else if ('laterAt' in verdict)
        await putAside(tx, [mail.id], { next_try_at: verdict.laterAt, waits_since: verdict.laterAt })
      else dropped.set(verdict.dropped, [...(dropped.get(verdict.dropped) ?? []), mail.id])
    }
    for (const [reason, those] of dropped) await putAside(tx, those, { dropped_at: now, last_error: reason })
    if (ids.length === 0) return { isAll, leased: [] }
    const { rows } = await sql<DueMail>`
      update outbox_mails set leased_until = ${until}, tries = tries + 1,
        message_id = coalesce(message_id, '<' || gen_random_uuid() || '@' || ${domain}::text || '>')
      where id = any(${ids}) returning *`.execute(tx)
    return { isAll, leased: rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }
  })
}

type Aside = Pick<DueMail, 'dropped_at' | 'last_error'> | Pick<DueMail, 'next_try_at' | 'waits_since'>

async function putAside(tx: Db, ids: number[], aside: Aside): Promise<void> {
  await tx
    .updateTable('outbox_mails')
    .set(aside)
    // A process whose lease has ended must not record its outcome anymore.
    .set({ leased_until: null, tries: sql<number>`case when tries > 0 then tries + 1 else 0 end` })
    .where('id', 'in', ids)
    .execute()
}

/** The mail server's own refusals of this email are not a reason to ask; they end by themselves after about a day. */
const isTooOld = ({ tries, is_held_up, waits_since }: DueMail, now: Date) =>
  (tries === 0 || is_held_up) && waits_since.getTime() < now.getTime() - SENT_WITHIN_MS

interface Facts {
  sent: (Sent & { to: string })[]
  accounts: { to: string; id: number; is_staff: boolean; is_confirmed: boolean }[]
  bookings: { id: number; user_id: number; is_paid: boolean }[]
  /** Bookings whose confirmation has been sent to anyone. */
  confirmed: Set<number>
}

const addressOf = (mail: DueMail) => mail.to_email.toLowerCase()

async function readFacts(tx: Db, now: Date, due: readonly DueMail[]): Promise<Facts> {
  const addresses = [...new Set(due.map(addressOf))]
  const bookingIds = [...new Set(due.flatMap(({ booking_id }) => booking_id ?? []))]
  const since = new Date(now.getTime() - DAY_MS)
  const { rows: sent } = await sql<Facts['sent'][number]>`
    select lower(to_email) as to, kind, booking_id as "bookingId", sent_at as at
      from outbox_mails where lower(to_email) = any(${addresses}) and sent_at > ${since}
    union all
    select lower(to_email), kind, booking_id, ${now}::timestamptz
      from outbox_mails where lower(to_email) = any(${addresses}) and status = 'WAITING' and leased_until > ${now}`.execute(
    tx,
  )
  const { rows: accounts } = await sql<Facts['accounts'][number]>`
    select lower(email) as to, id, role = 'ADMIN' as is_staff, email_confirmed_at is not null as is_confirmed
      from users where lower(email) = any(${addresses})`.execute(tx)
  const { rows: bookings } = await sql<Facts['bookings'][number]>`
    select b.id, b.user_id,
      -- A voucher that the house gave away is not money.
      exists (select from money_in m where m.booking_id = b.id and m.method <> 'VOUCHER') or
      exists (select from gift_voucher_uses u join gift_vouchers v on v.id = u.voucher_id left join holds h on h.id = u.hold_id
        where b.id in (u.booking_id, h.booking_id) and u.cents > 0 and v.is_sold) as is_paid
    from bookings b where b.id = any(${bookingIds})`.execute(tx)
  const { rows: confirmed } = await sql<{ id: number }>`
    select distinct booking_id as id from outbox_mails where booking_id = any(${bookingIds}) and kind = 'booking-confirmed'
      and (sent_at is not null or (status = 'WAITING' and leased_until > ${now}))`.execute(tx)
  return { sent, accounts, bookings, confirmed: new Set(confirmed.map(({ id }) => id)) }
}

function askedOf(mail: DueMail, { sent, accounts, bookings, confirmed }: Facts): Asked {
  const to = addressOf(mail)
  const account = accounts.find((one) => one.to === to)
  const booking = bookings.find(({ id }) => id === mail.booking_id)
  return {
    kind: mail.kind satisfies MailKind,
    bookingId: mail.booking_id,
    byStaff: mail.by_staff,
    isStaff: account?.is_staff ?? false,
    isConfirmed: (account?.is_confirmed ?? false) && (!booking || booking.user_id === account?.id),
    isPaid: booking?.is_paid ?? false,
    isFirst: booking !== undefined && !confirmed.has(booking.id),
    sent: sent.filter((one) => one.to === to),
  }
}
