import type { AdminUser, listUsers } from '@arcadia/contract/admin/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { sql } from 'kysely'
import { readPageOrAll } from '../../database/read-page.ts'
import { eachWord, phonePattern } from '../../database/search.ts'
import { sortOrder } from '../../database/sort-order.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { endedBy } from '../../mail/unsubscriptions.ts'

function users(db: Db) {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.username',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.phone_number as phoneNumber',
      'u.role',
      'u.position',
      'u.is_active as isActive',
      'u.created_at as createdAt',
      endedBy.as('unsubscribedFrom'),
      (eb) =>
        eb
          .selectFrom('bookings as b')
          .select((table) => table.fn.countAll<number>().as('count'))
          .whereRef('b.user_id', '=', 'u.id')
          .as('bookingCount'),
    ])
    .where('u.closed_at', 'is', null)
    .where('u.tests_for', 'is', null)
    .$narrowType<{ bookingCount: number }>()
}

/** @throws AppError `user-not-found` */
export async function getAdminUser(db: Db, id: number): Promise<AdminUser> {
  const user = await users(db).where('u.id', '=', id).executeTakeFirst()
  if (!user) throw new AppError('user-not-found')
  return user
}

const SORTED_BY = {
  name: [sql`lower(coalesce(u.first_name || ' ' || u.last_name, u.first_name, u.last_name, u.username))`, sql`u.id`],
  email: [sql`lower(u.email)`, sql`u.id`],
  role: [sql`u.role`, sql`u.id`],
  bookings: [sql`coalesce(made.count, 0)`, sql`u.id`],
  created: [sql`u.created_at`, sql`u.id`],
}

/** `q` is searched in names, username, email and phone. */
export async function searchUsers(
  db: Db,
  { q, status, sort = '-created', ...window }: Input<typeof listUsers>['query'],
): Promise<Page<AdminUser> | AdminUser[]> {
  const matching = sql<boolean>`
    (${status ?? null}::text is null or u.is_active = ${status === 'ACTIVE'}) and
    (${eachWord(q, (word) => sql`u.search_text like ${word}`)}
      or phone_digits(u.phone_number) like ${phonePattern(q)})`
  const found = users(db)
    .leftJoin(sql`(select user_id, count(*) from bookings group by user_id)`.as('made'), (join) =>
      join.on(sql<boolean>`made.user_id = u.id`),
    )
    .where(matching)
    .orderBy(sortOrder(sort, SORTED_BY))
  return readPageOrAll(window, found, (page) => page.execute())
}
