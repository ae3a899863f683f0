import type pg from 'pg'

/** Everything a schema has, a line each, sorted; the order of columns aside, which nothing reads. */
export async function catalogOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (
      select oid, relname, relkind, relacl from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'S'))
    select line from (
      select format('%s %s %s', relkind, relname, array(select unnest(relacl)::text order by 1)) as line from own
      union all
      select format('column %s.%s %s %s %s %s%s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(adbin, adrelid), attgenerated, attidentity, array(select unnest(attacl)::text order by 1))
      from own join pg_attribute on attrelid = own.oid left join pg_attrdef on adrelid = own.oid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind <> 'S'
      union all
      select pg_get_indexdef(indexrelid) from pg_index join own on own.oid = indrelid
      union all
      select format('constraint %s %s %s', relname, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join own on own.oid = conrelid
      union all
      select pg_get_triggerdef(t.oid) from pg_trigger t join own on own.oid = tgrelid where not tgisinternal
      union all
      select format('%s %s', pg_get_functiondef(p.oid), p.proacl) from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
      union all
      select format('view %s %s', relname, pg_get_viewdef(oid)) from own where relkind = 'v') lines
    order by line collate "C"`)
  return rows.map(({ line }) => line)
}
