import type { Insertable, Selectable, Updateable } from 'kysely'

/** Every table: each is declared, as `declare module`, in the folder that alone writes to it. Everybody may read any. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Tables {}

/** A row as it is read, as it is written, and what changes of one. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
export type RowChange<Name extends keyof Tables> = Updateable<Tables[Name]>
