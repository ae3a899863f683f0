import type { AdminGiftVoucher, VoucherStatus } from '@arcadia/contract/admin/gift-vouchers'
import type { PackageType } from '@arcadia/contract/configuration'
import type { GiftPicture } from '@arcadia/contract/gift-pictures'
import type { Gift } from '@arcadia/contract/gifts'
import type { Page } from '@arcadia/contract/lists'
import type { Cents } from '@arcadia/contract/money'
import { venueDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import { readPage, type Window } from '../../database/read-page.ts'
import { eachWord } from '../../database/search.ts'
import type { NewRow, Row, RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { hashToken } from '../../http/sessions.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    gift_vouchers: {
      id: Generated<number>
      code_digest: Buffer
      code_encrypted: Buffer
      cents: number
      /** Set for a voucher that a card pays for, paid or not: the latest try. */
      attempt_id: Generated<number | null>
      /** Set for a voucher that the portal gave or sold; any other was bought on the site. */
      made_by: Generated<number | null>
      /** The account that bought it on the site; null if nobody was signed in. */
      bought_by: Generated<number | null>
      /** Paid for, so it never expires; one in place of another is what that one was. */
      is_sold: boolean
      idempotency_key: Generated<string | null>
      sender_name: string
      recipient_name: string
      recipient_email: string | null
      /** The trip it gives instead of an amount. */
      trip_package: Generated<PackageType | null>
      trip_anglers: Generated<number | null>
      /** Of who bought it. */
      buyer_email: Generated<string | null>
      buyer_phone: Generated<string | null>
      words: string | null
      picture: Generated<GiftPicture>
      send_on: string | null
      sent_at: Generated<Date | null>
      expires_on: Generated<string | null>
      created_at: Date
      /** Valid from this time on. */
      issued_at: Generated<Date | null>
      voided_at: Generated<Date | null>
      blanked_at: Generated<Date | null>
    }
    gift_voucher_uses: {
      id: Generated<number>
      voucher_id: number
      hold_id: string | null
      booking_id: number | null
      share_id: Generated<number | null>
      /** Negative for a refund to the voucher. */
      cents: number
      /** What the voucher is worth while this use stands; set by the one that turned its trip into money. */
      worth_cents: Generated<number | null>
      created_at: Date
      freed_at: Generated<Date | null>
    }
  }
}

export type VoucherRow = Row<'gift_vouchers'> & {
  left: Cents
  /** What it became worth when its trip was turned into money; null of an amount, and while it is a trip. */
  fixed: Cents | null
  sale: AdminGiftVoucher['sale']
  outcome: string | null
  outcome_message: string | null
  card_brand: string | null
  last4: string | null
}

/** Vouchers with the amount left at that moment, and what became of their payment. */
export const vouchersAt = (db: Db, now: Date) =>
  db
    .selectFrom('gift_vouchers as v')
    .leftJoin('payment_attempts as a', 'a.id', 'v.attempt_id')
    .selectAll('v')
    .select(['a.outcome', 'a.outcome_message', 'a.card_brand', 'a.last4'])
    .select(
      sql<number>`coalesce(gift_voucher_fixed(v.id, ${now}), v.cents) - coalesce((select sum(u.cents) from gift_voucher_uses u
        where u.voucher_id = v.id and gift_voucher_use_stands(u, ${now})), 0)::integer`.as('left'),
    )
    .select(sql<number | null>`gift_voucher_fixed(v.id, ${now})`.as('fixed'))
    .select(
      sql<
        AdminGiftVoucher['sale']
      >`(select json_build_object('method', p.method, 'note', p.note, 'isUndone', back.id is not null)
        from manual_payments p left join manual_payments back on back.reverses = p.id
        where p.voucher_id = v.id and p.reverses is null)`.as('sale'),
    )

export async function insertVoucher(tx: Db, voucher: NewRow<'gift_vouchers'>): Promise<number> {
  const { id } = await tx.insertInto('gift_vouchers').values(voucher).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks an issued voucher, so its uses run one at a time; or one that nobody has paid yet. */
export async function lockVoucher(
  tx: Db,
  which: { digest: Buffer } | { id: number } | { holdId: string },
  isUnpaidToo = false,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from gift_vouchers where ${
      'digest' in which
        ? sql`code_digest = ${which.digest}`
        : 'id' in which
          ? sql`id = ${which.id}`
          : sql`id = (select voucher_id from gift_voucher_uses where hold_id = ${which.holdId} and freed_at is null)`
    } and (issued_at is not null or ${isUnpaidToo}) for no key update`.execute(tx)
  return rows[0]?.id
}

export async function updateVoucher(tx: Db, id: number, change: RowChange<'gift_vouchers'>): Promise<void> {
  await tx.updateTable('gift_vouchers').set(change).where('id', '=', id).execute()
}

export async function insertUses(tx: Db, ...uses: NewRow<'gift_voucher_uses'>[]): Promise<void> {
  await tx.insertInto('gift_voucher_uses').values(uses).execute()
}

/** The amount set aside for a hold; if the voucher is void or expired, only once the hold is booked or being paid. */
export async function findUseOfHold(db: Db, now: Date, holdId: string) {
  return db
    .selectFrom('gift_voucher_uses as u')
    .innerJoin('gift_vouchers as v', 'v.id', 'u.voucher_id')
    .innerJoin('holds as h', 'h.id', 'u.hold_id')
    .select(['u.id', 'u.voucher_id', 'u.cents', 'v.code_encrypted'])
    .where('u.hold_id', '=', holdId)
    .where('u.freed_at', 'is', null)
    .where(
      sql<boolean>`(h.booking_id is not null or is_being_paid(h.id)
        or not gift_voucher_has_ended(v, ${venueDate(now)}))`,
    )
    .executeTakeFirst()
}

/** Frees the amount set aside for a hold. The hold must not be booked or being paid. */
export async function freeUseOfHold(tx: Db, now: Date, holdId: string): Promise<void> {
  await tx
    .updateTable('gift_voucher_uses')
    .set({ freed_at: now })
    .where('hold_id', '=', holdId)
    .where('freed_at', 'is', null)
    .execute()
}

interface PaidByVoucher {
  voucherId: number
  cents: Cents
  /** The most of it that goes back unless all does: of a trip, no more than is left of what was paid for the voucher. */
  inPart: Cents
  hasEnded: boolean
}

/** What each voucher paid for a booking, net of refunds to it: those that can still be used first, each latest first. */
export async function listPaidByVouchers(
  db: Db,
  now: Date,
  bookingId: number,
  shareId?: number,
): Promise<PaidByVoucher[]> {
  const all = sql`sum(u.cents)`
  const paid =
    shareId === undefined ? all : sql`least(${all}, coalesce(sum(u.cents) filter (where u.share_id = ${shareId}), 0))`
  const { rows } = await sql<PaidByVoucher>`
    select v.id as "voucherId", ${paid}::integer as cents, gift_voucher_has_ended(v, ${venueDate(now)}) as "hasEnded",
      least(${paid}, sum(u.cents) - gift_voucher_surplus(v, ${bookingId}, ${now}))::integer as "inPart"
    from gift_voucher_uses u join gift_vouchers v on v.id = u.voucher_id left join holds h on h.id = u.hold_id
    where u.freed_at is null and (u.booking_id = ${bookingId} or h.booking_id = ${bookingId})
    group by v.id having ${paid} > 0 order by 3, max(u.id) desc`.execute(db)
  return rows
}

/** What a voucher paid of each share of a booking, and of none, net of refunds to it, latest first. */
export async function listPaidOfShares(
  db: Db,
  voucherId: number,
  bookingId: number,
): Promise<{ shareId: number | null; cents: Cents }[]> {
  const { rows } = await sql<{ shareId: number | null; cents: Cents }>`
    select u.share_id as "shareId", sum(u.cents)::integer as cents
    from gift_voucher_uses u left join holds h on h.id = u.hold_id
    where u.voucher_id = ${voucherId} and u.freed_at is null and (u.booking_id = ${bookingId} or h.booking_id = ${bookingId})
    group by u.share_id having sum(u.cents) > 0 order by max(u.id) desc`.execute(db)
  return rows
}

/** It paid for a trip, and not all of that went back on it. */
const isUsed = (table: 'gift_vouchers' | 'v') => sql<boolean>`exists (
  select from gift_voucher_uses u left join holds h on h.id = u.hold_id
  where u.voucher_id = ${sql.ref(`${table}.id`)} and u.freed_at is null and coalesce(u.booking_id, h.booking_id) is not null
  having sum(u.cents) > 0)`

/** Vouchers to email on or before `date`: whoever used one has it (docs/rules.md §13.27). */
export async function listVouchersToSend(db: Db, date: string): Promise<{ id: number }[]> {
  return db
    .selectFrom('gift_vouchers')
    .select('id')
    .where('issued_at', 'is not', null)
    .where('voided_at', 'is', null)
    .where('sent_at', 'is', null)
    .where('recipient_email', 'is not', null)
    .where((eb) => eb.or([eb('send_on', 'is', null), eb('send_on', '<=', date)]))
    .where((eb) => eb.not(isUsed('gift_vouchers')))
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Where it goes, and only for the process that should send it; undefined too if it was put off in the meantime. */
export async function markSent(tx: Db, now: Date, id: number, date: string): Promise<string | undefined> {
  const sent = await tx
    .updateTable('gift_vouchers')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('recipient_email', 'is not', null)
    .where((eb) => eb.or([eb('send_on', 'is', null), eb('send_on', '<=', date)]))
    .where((eb) => eb.not(isUsed('gift_vouchers')))
    .returning('recipient_email')
    .executeTakeFirst()
  return sent?.recipient_email ?? undefined
}

/**
 * Blanks names and messages on vouchers with no payment since `before`, once they are sent or used, and on those that were ordered on
 * the site before `orderedBefore` and never paid. Amount and code stay, so a valid one can still be used.
 */
export async function blankVouchers(
  tx: Db,
  now: Date,
  { before, orderedBefore }: { before: Date; orderedBefore: Date },
): Promise<{ id: number }[]> {
  const isStale = sql<boolean>`v.made_by is null and v.issued_at is null and v.created_at < ${orderedBefore}`
  const removed = {
    sender_name: 'Removed',
    recipient_name: 'Removed',
    recipient_email: null,
    buyer_email: null,
    buyer_phone: null,
    words: null,
  }
  return tx
    .updateTable('gift_vouchers as v')
    .set({ ...removed, blanked_at: now })
    .where('v.blanked_at', 'is', null)
    .where((eb) => eb.or([eb('v.created_at', '<', before), isStale]))
    .where((eb) =>
      eb.or([
        eb('v.recipient_email', 'is', null),
        eb('v.sent_at', 'is not', null),
        eb('v.issued_at', 'is', null),
        eb('v.voided_at', 'is not', null),
        isUsed('v'),
      ]),
    )
    .where(sql<boolean>`not exists (
      select from gift_voucher_uses u where u.voucher_id = v.id and u.created_at >= ${before})`)
    .where(sql<boolean>`not exists (select from payment_attempts a where a.id = v.attempt_id and a.outcome is null)`)
    .returning('v.id')
    .execute()
}

type AdminRow = VoucherRow & { by_id: number | null; by_email: string | null; by_name: string | null } & Pick<
    AdminGiftVoucher,
    'charge'
  >

/** Issued vouchers for the owner, latest first. `digest` is that of `q`, in case it is a whole code. */
export async function searchVouchers(
  db: Db,
  now: Date,
  {
    q,
    digest,
    status,
    id,
  }: { q?: string | undefined; digest?: Buffer; status?: VoucherStatus | undefined; id?: number },
  window: Window,
  read: (rows: AdminRow[]) => Promise<AdminGiftVoucher[]>,
): Promise<Page<AdminGiftVoucher>> {
  const isNamed = eachWord(
    q,
    (word) =>
      sql`search_key(concat_ws(' ', v.recipient_name, v.recipient_email, v.sender_name, v.buyer_email, by.email)) like ${word}`,
  )
  const found = db
    .with('v', (cte) =>
      vouchersAt(cte as Db, now).where((is) =>
        is.or([is('v.issued_at', 'is not', null), is('v.made_by', 'is not', null)]),
      ),
    )
    .selectFrom('v')
    .leftJoin('users as by', (on) => on.on(sql<boolean>`by.id = coalesce(v.made_by, v.bought_by)`))
    .$if(id !== undefined, (query) => query.where('v.id', '=', id!))
    .where(sql<boolean>`(${status ?? null}::text is null or ${status ?? null} = case
      when v.voided_at is not null then 'VOID' when v.issued_at is null then 'UNPAID' when v.expires_on < ${venueDate(now)} then 'EXPIRED'
      when v."left" > 0 then 'GOOD' else 'USED' end)`)
    .where(sql<boolean>`(${isNamed} or v.code_digest = ${digest ?? null})`)
    .selectAll('v')
    .select([
      'by.id as by_id',
      sql<string | null>`case when v.made_by is null then coalesce(by.email, v.buyer_email) end`.as('by_email'),
      sql<string | null>`case when by.id is not null then person_name(by) end`.as('by_name'),
      sql<AdminGiftVoucher['charge']>`(select json_build_object('left', c.rest_cents, 'takenBack', c.charged_back_cents)
        from charges c where c.id = v.attempt_id)`.as('charge'),
    ])
    .orderBy('v.id', 'desc')
  return readPage(window, found, async (page) => read(await page.execute()))
}

/** Payments with these vouchers and refunds to them, oldest first. */
export async function listUses(
  db: Db,
  voucherIds: readonly number[],
): Promise<(AdminGiftVoucher['uses'][number] & { voucherId: number })[]> {
  const { rows } = await sql<AdminGiftVoucher['uses'][number] & { voucherId: number }>`
    select u.voucher_id as "voucherId", u.id, b.id as "bookingId", b.confirmation_number as "confirmationNumber",
      abs(u.cents) as amount, u.cents < 0 as "isBack", u.created_at as at
    from gift_voucher_uses u left join holds h on h.id = u.hold_id
      join bookings b on b.id = coalesce(u.booking_id, h.booking_id)
    where u.voucher_id = any(${voucherIds}) and u.freed_at is null order by u.id`.execute(db)
  return rows
}

/** The trips that a voucher paid for and what stands of it, by date. */
export async function listTripsPaid(db: Db, voucherId: number): Promise<Gift['uses']> {
  const { rows } = await sql<Gift['uses'][number]>`
    select b.id as "bookingId", b.trip_date as "tripDate", b.status = 'CANCELLED' as "isCanceled", sum(u.cents)::integer as amount
    from gift_voucher_uses u left join holds h on h.id = u.hold_id join bookings b on b.id = coalesce(u.booking_id, h.booking_id)
    where u.voucher_id = ${voucherId} and u.freed_at is null group by b.id having sum(u.cents) > 0 order by b.trip_date`.execute(
    db,
  )
  return rows
}

/** What holds that are not booked have of a voucher. */
export async function findSetAside(db: Db, now: Date, voucherId: number): Promise<Gift['setAside']> {
  const { rows } = await sql<{ amount: number; until: Date | null }>`
    select sum(u.cents)::integer as amount, max(h.expires_at) filter (where h.expires_at > ${now}) as until
    from gift_voucher_uses u join holds h on h.id = u.hold_id
    where u.voucher_id = ${voucherId} and h.booking_id is null and gift_voucher_use_stands(u, ${now})
    having sum(u.cents) > 0`.execute(db)
  return rows[0] ?? null
}

/** Who gave the vouchers that paid for a booking, and has not been told; not its guest, nor who paid a share with their own. */
export async function listGiversToTell(db: Db, bookingId: number): Promise<{ voucherId: number; to: string }[]> {
  const { rows } = await sql<{ voucherId: number; to: string }>`
    select v.id as "voucherId", giver.email as "to"
    from gift_voucher_uses u join gift_vouchers v on v.id = u.voucher_id
      left join holds h on h.id = u.hold_id
      join bookings b on b.id = coalesce(u.booking_id, h.booking_id)
      left join users guest on guest.id = b.user_id
      left join shares s on s.id = u.share_id
      cross join lateral (
        select coalesce(v.buyer_email, (select email from users where id = v.bought_by)) as email) giver
    where b.id = ${bookingId} and u.freed_at is null and giver.email is not null
      and lower(giver.email) not in (lower(coalesce(b.email, '')), lower(coalesce(guest.email, '')), lower(coalesce(s.email, '')))
      and not exists (select from outbox_mails m
        where m.kind = 'gift-used' and m.booking_id = b.id and (m.params ->> 'voucherId')::integer = v.id)
    group by v.id, giver.email having sum(u.cents) > 0 order by v.id`.execute(db)
  return rows
}

/** The vouchers that a customer bought, signed in or with an address that is confirmed to be theirs, latest first. */
export function listBoughtBy(db: Db, now: Date, userId: number): Promise<VoucherRow[]> {
  return vouchersAt(db, now)
    .where('v.attempt_id', 'is not', null)
    .where('v.made_by', 'is', null)
    .where(
      sql<boolean>`(v.bought_by = ${userId} or v.bought_by is null and lower(v.buyer_email) =
        (select lower(u.email) from users u where u.id = ${userId} and u.email_confirmed_at is not null))`,
    )
    .orderBy('v.id', 'desc')
    .execute()
}

/** The voucher of a link. */
export function findLinkedVoucher(db: Db, now: Date, token: string): Promise<VoucherRow | undefined> {
  return vouchersAt(db, now)
    .innerJoin('links as l', 'l.voucher_id', 'v.id')
    .where('l.token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/** Imbalances, as sentences. */
export async function listImbalances(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('gift voucher %s is worth %s cents, but %s cents are used', v.id, v.cents, u.used) as problem
    from gift_vouchers v cross join lateral (
      select coalesce(sum(cents), 0) as used from gift_voucher_uses where voucher_id = v.id and freed_at is null) u
    where u.used not between 0 and greatest(v.cents,
      (select max(worth_cents) from gift_voucher_uses where voucher_id = v.id and freed_at is null))
    union all
    select format('payment attempt %s for a gift voucher is %s, but the voucher %s', a.id, a.outcome,
      case when v.issued_at is null then 'is not valid' else 'is valid' end)
    from payment_attempts a left join gift_vouchers v on v.attempt_id = a.id
    where a.kind = 'GIFT_VOUCHER' and (a.outcome is not distinct from 'CAPTURED') <> (v.issued_at is not null)
    union all
    select format('gift voucher %s was sold for %s cents, and its price is %s', v.id, v.cents,
      case when back.id is null then p.amount_cents || ' cents' else 'taken back, but it is valid' end)
    from manual_payments p join gift_vouchers v on v.id = p.voucher_id left join manual_payments back on back.reverses = p.id
    where p.reverses is null and (p.amount_cents <> v.cents or not v.is_sold or (back.id is not null and v.voided_at is null))`.execute(
    db,
  )
  return rows.map(({ problem }) => problem)
}
