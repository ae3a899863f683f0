import type { Insertable, Selectable, Updateable } from 'kysely'

/** All tables. Each is declared with `declare module` in the only folder that writes to it; any folder may read it. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Tables {}

/** A row as selected, as inserted, and the columns of an update. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
export type RowChange<Name extends keyof Tables> = Updateable<Tables[Name]>
