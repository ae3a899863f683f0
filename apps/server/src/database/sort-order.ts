import { type RawBuilder, sql } from 'kysely'

/** What a list is ordered by when it is asked for `name` or `-name`; what is not there comes last either way. */
export function sortOrder<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const isDown = sort.startsWith('-')
  const column = columns[(isDown ? sort.slice(1) : sort) as Name]
  return isDown ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
}
