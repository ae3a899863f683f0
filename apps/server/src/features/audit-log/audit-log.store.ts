import type { AuditEntry, listAuditEntries } from '@arcadia/contract/admin/audit-log'
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

/** Latest first; `q` matches part of the admin's username, the action or the subject. */
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
    (${subjectId ?? null}::text is null or e.subject_id = ${subjectId ?? null}) and
    ${eachWord(
      q,
      (word) => sql`(audit_search_text(e.action, e.subject_kind, e.subject_id) ilike ${word}
        or e.admin_id = any(array(select id from users where role = 'ADMIN' and username ilike ${word})))`,
    )}`
  const found = db
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.admin_id')
    .where(matching)
    .leftJoin('audit_values as v', 'v.entry_id', 'e.id')
    .select([
      'e.id',
      'e.happened_at as happenedAt',
      // Can't clash with a username, which has no spaces.
      sql<string>`coalesce(u.username, 'a guest')`.as('adminUsername'),
      'e.action',
      'e.subject_kind as subjectKind',
      'e.subject_id as subjectId',
      sql<string | null>`v.before_value::text`.as('before'),
      sql<string | null>`v.after_value::text`.as('after'),
    ])
    .orderBy('e.position', 'desc')
  return readPage(window, found, (page) => page.execute())
}
