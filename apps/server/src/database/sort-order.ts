import { type RawBuilder, sql } from 'kysely'

/**
 * The `order by` terms for `name` or `-name` (descending): one or more columns, ending with the id. All have the same
 * direction, so one index serves both.
 */
export function sortOrder<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, readonly RawBuilder<unknown>[]>,
): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-')
  const terms = columns[(isDescending ? sort.slice(1) : sort) as Name]
  return sql.join(terms.map((term) => (isDescending ? sql`${term} desc` : term)))
}
