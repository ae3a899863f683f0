import { type RawBuilder, sql } from 'kysely'

/** Where money is taken and given back now. Without a realm nobody is connected, and any realm may be connected again. */
export interface MerchantAccount {
  environment: string
  realmId: string | undefined
}

/** A charge is settled and refunded where it was made, and nowhere else (docs/rules.md §3.11). */
export function isOtherAccount(charge: { environment: string; realm_id: string }, at: MerchantAccount): boolean {
  return charge.environment !== at.environment || (at.realmId !== undefined && charge.realm_id !== at.realmId)
}

/** The opposite of `isOtherAccount`, for a query that has payment attempts under the name `alias`. */
export function madeWithAccount(alias: string, { environment, realmId }: MerchantAccount): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.environment`)} = ${environment}
    and ${sql.ref(`${alias}.realm_id`)} = coalesce(${realmId ?? null}::text, ${sql.ref(`${alias}.realm_id`)}))`
}
