import { type RawBuilder, sql } from 'kysely'

/**
 * What a list is ordered by when it is asked for `name` or `-name`: one column or several, the last of which should be
 * the id. All go the same way, so that an index of them is read forwards for one and backwards for the other.
 */
export function sortOrder<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, readonly RawBuilder<unknown>[]>,
): RawBuilder<unknown> {
  const isDown = sort.startsWith('-')
  const terms = columns[(isDown ? sort.slice(1) : sort) as Name]
  return sql.join(terms.map((term) => (isDown ? sql`${term} desc` : term)))
}
