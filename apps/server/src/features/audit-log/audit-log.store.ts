import type { AuditEntry, listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { actionsWith } from '@arcadia/contract/admin/change-words'
import type { Input } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { VENUE_TIME_ZONE } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import { eachWord } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'
import type { ChainedEntry } from './audit-log.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    audit_entries: {
      id: Generated<number>
      happened_at: Date
      /** Null if a guest did it with a link, without an account. */
      admin_id: number | null
      action: string
      subject_kind: string
      subject_id: string
      values_digest: Buffer
      /** Assigned by the database at commit. */
      position: Generated<number | null>
      hash: Generated<Buffer | null>
    }
    audit_values: {
      entry_id: number
      salt: Buffer | null
      /** JSON, exactly the text that was digested. */
      before_value: string | null
      after_value: string | null
      blanked_at: Generated<Date | null>
    }
    change_log: {
      id: number
      position: number | null
      happened_at: Date
      admin_id: number | null
      username: string
      /** A person's name; `A guest` without an account. */
      by: string
      action: string
      subject_kind: string
      subject_id: string
      before: string | null
      after: string | null
    }
  }
}

/** Every entry with its values as text, in chain order; unchained entries come last. */
export function listChain(db: Db): Promise<ChainedEntry[]> {
  return db
    .selectFrom('audit_entries as e')
    .leftJoin('audit_values as v', 'v.entry_id', 'e.id')
    .selectAll('e')
    .select([
      'v.salt',
      'v.blanked_at',
      sql<string | null>`v.before_value::text`.as('before_value'),
      sql<string | null>`v.after_value::text`.as('after_value'),
    ])
    .orderBy('e.position')
    .execute()
}

/** Who last changed a field of a thing, or of all of a kind, and to what. */
export async function findLastChange(
  db: Db,
  { kind, id }: { kind: string; id?: number },
  name: string,
): Promise<{ adminId: number | null; by: string; value: unknown } | undefined> {
  return db
    .selectFrom('change_log')
    .select(['admin_id as adminId', 'by', sql<unknown>`after::jsonb -> ${name}`.as('value')])
    .where('subject_kind', '=', kind)
    .$if(id !== undefined, (of) => of.where('subject_id', '=', String(id)))
    .where(sql<boolean>`after::jsonb ? ${name}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What people call the changed thing. */
const subjectName = sql<string | null>`case e.subject_kind
  when 'booking' then (select full_name(b.first_name, b.last_name) || ', ' || b.confirmation_number
    from bookings b where b.id = e.subject_id::integer)
  when 'booking-query' then (select full_name(b.first_name, b.last_name) || ', ' || b.confirmation_number
    from booking_queries q join bookings b on b.id = q.booking_id where q.id = e.subject_id::integer)
  when 'calendar-feed' then (select person_name(p) from users p where p.id = e.subject_id::integer)
  when 'day' then e.subject_id
  when 'day-move' then coalesce((select full_name(b.first_name, b.last_name) || ', ' || b.confirmation_number
    from bookings b where b.confirmation_number = e.after::jsonb ->> 'booking'), (select to_char(m.trip_date, 'YYYY-MM-DD') from day_moves m where m.id = e.subject_id::integer))
  when 'enquiry' then (select full_name(q.first_name, q.last_name) from enquiries q where q.id = e.subject_id::integer)
  when 'gallery-photo' then (select g.caption from gallery_photos g where g.id = e.subject_id::integer)
  when 'gift-voucher' then (select v.recipient_name from gift_vouchers v where v.id = e.subject_id::integer)
  when 'mail' then (select m.to_email from outbox_mails m where m.id = e.subject_id::integer)
  when 'message' then (select m.subject from messages m where m.id = e.subject_id::integer)
  when 'payment-failure' then (select concat_ws(' ', a.booking_data ->> 'firstName', a.booking_data ->> 'lastName')
    from payment_failures f join payment_attempts a on a.id = f.attempt_id where f.id = e.subject_id::integer)
  when 'refund-request' then (select full_name(b.first_name, b.last_name) || ', ' || b.confirmation_number
    from refund_requests r join bookings b on b.id = r.booking_id where r.id = e.subject_id::integer)
  when 'review' then (select person_name(p) from reviews r join users p on p.id = r.user_id where r.id = e.subject_id::integer)
  when 'saved-reply' then (select r.title from saved_replies r where r.id = e.subject_id::integer)
  when 'user' then (select person_name(p) from users p where p.id = e.subject_id::integer)
  when 'waiver-signature' then (select coalesce(s.name || ', ', '') || b.confirmation_number
    from waiver_signatures s join bookings b on b.id = s.booking_id where s.id = e.subject_id::integer)
  end`

/** Latest first; `q` matches part of the admin's name, the action or the subject, in words or as stored. */
export async function searchEntries(
  db: Db,
  { q, from, to, subjectKind, subjectId, ...window }: Input<typeof listAuditEntries>['query'],
): Promise<Page<AuditEntry>> {
  const midnight = (date: string | null, daysLater: number) =>
    sql`(${date}::date + ${daysLater}::integer)::timestamp at time zone ${VENUE_TIME_ZONE}`
  const matching = sql<boolean>`
    (${from ?? null}::date is null or e.happened_at >= ${midnight(from ?? null, 0)}) and
    (${to ?? null}::date is null or e.happened_at < ${midnight(to ?? null, 1)}) and
    (${subjectKind ?? null}::text is null or e.subject_kind = ${subjectKind ?? null}) and
    (${subjectId ?? null}::text is null or ${
      subjectKind === 'configuration'
        ? sql`string_to_array(e.subject_id, ',') && string_to_array(${subjectId ?? null}, ',')`
        : sql`e.subject_id = ${subjectId ?? null}`
    }) and
    ${eachWord(
      q,
      (pattern, word) => sql`(audit_search_text(e.action, e.subject_kind, e.subject_id) ilike ${pattern}
        or e.action = any(${actionsWith(word)}::text[])
        or e.admin_id = any(array(select p.id from users p where role = 'ADMIN'
          and (username ilike ${pattern} or search_key(person_name(p)) like ${pattern})))
        or (e.subject_kind = 'booking' and e.subject_id = any(array(select b.id::text from bookings b
          where b.search_text like ${pattern}))))`,
    )}`
  const found = db
    .selectFrom('change_log as e')
    .where(matching)
    .select(['e.id', 'e.happened_at as happenedAt', 'e.username as adminUsername', 'e.by', 'e.action'])
    .select(['e.subject_kind as subjectKind', 'e.subject_id as subjectId', 'e.before', 'e.after'])
    .select(subjectName.as('subjectName'))
    .orderBy('e.position', 'desc')
  return readPage(window, found, (page) => page.execute())
}
