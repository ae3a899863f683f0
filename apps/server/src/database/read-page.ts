import type { Page } from '@arcadia/contract/lists'
import { type SelectQueryBuilder, sql } from 'kysely'

/** The most rows an unpaged list returns (docs/rules.md §7.4). */
const MAX_UNPAGED = 1000

export interface Window {
  page: number
  size: number
}

/** One page of an ordered query, with the total count. `read` runs the query, limited to that page. */
export async function readPage<DB, TB extends keyof DB, Found, Item>(
  { page, size }: Window,
  query: SelectQueryBuilder<DB, TB, Found>,
  read: (query: SelectQueryBuilder<DB, TB, Found>) => Promise<Item[]>,
): Promise<Page<Item>> {
  const counted: SelectQueryBuilder<DB, TB, object> = query.clearSelect().clearOrderBy()
  const [content, { count }] = await Promise.all([
    read(query.limit(size).offset(page * size)),
    counted.select(sql<number>`count(*)`.as('count')).$castTo<{ count: number }>().executeTakeFirstOrThrow(),
  ])
  return { content, page, size, totalElements: count, totalPages: Math.ceil(count / size) }
}

/** Like `readPage`, but without a page number it returns a plain array. */
export async function readPageOrAll<DB, TB extends keyof DB, Found, Item>(
  { page, size }: { page?: number | undefined; size: number },
  query: SelectQueryBuilder<DB, TB, Found>,
  read: (query: SelectQueryBuilder<DB, TB, Found>) => Promise<Item[]>,
): Promise<Page<Item> | Item[]> {
  return page === undefined ? read(query.limit(MAX_UNPAGED)) : readPage({ page, size }, query, read)
}
