/** The merchant account in use. Without a realm nothing is connected, and any account may be connected next. */
export interface MerchantAccount {
  environment: string
  realmId: string | undefined
}

/**
 * Charges are settled and refunded only with the account that made them (docs/rules.md §3.11). In SQL, `is_of_account` is the
 * opposite.
 */
export function isOtherAccount(charge: { environment: string; realm_id: string }, at: MerchantAccount): boolean {
  return charge.environment !== at.environment || (at.realmId !== undefined && charge.realm_id !== at.realmId)
}
