/** The made-up companies on the consent page. Realm ids are strings, because they exceed JavaScript's safe integers. */
export const companies = [
  { realmId: '9341452819930471201', name: 'Arcadia Trophy Fishing', hasPayments: true },
  { realmId: '9130357219886406533', name: 'Second Harbor Charters', hasPayments: true },
  { realmId: '9130350904410127788', name: 'Dry Dock Supply (no payments account)', hasPayments: false },
] as const

export function findCompany(realmId: string) {
  return companies.find((company) => company.realmId === realmId)
}
