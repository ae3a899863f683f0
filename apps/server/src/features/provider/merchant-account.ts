import { type RawBuilder, sql } from 'kysely'

/** The merchant account in use. Without a realm nothing is connected, and any account may be connected next. */
export interface MerchantAccount {
  environment: string
  realmId: string | undefined
}

/** Charges are settled and refunded only with the account that made them (docs/rules.md §3.11). */
export function isOtherAccount(charge: { environment: string; realm_id: string }, at: MerchantAccount): boolean {
  return charge.environment !== at.environment || (at.realmId !== undefined && charge.realm_id !== at.realmId)
}

/** The opposite of `isOtherAccount` in SQL, for payment attempts under `alias`. */
export function madeWithAccount(alias: string, { environment, realmId }: MerchantAccount): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.environment`)} = ${environment}
    and ${sql.ref(`${alias}.realm_id`)} = coalesce(${realmId ?? null}::text, ${sql.ref(`${alias}.realm_id`)}))`
}
