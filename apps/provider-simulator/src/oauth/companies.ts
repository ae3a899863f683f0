/** The pretend companies the consent page offers. Realm ids are text: they do not fit a JavaScript number. */
export const companies = [
  { realmId: '9341452819930471201', name: 'Arcadia Trophy Fishing', hasPayments: true },
  { realmId: '9130357219886406533', name: 'Second Harbor Charters', hasPayments: true },
  { realmId: '9130350904410127788', name: 'Dry Dock Supply (no payments account)', hasPayments: false },
] as const

export function findCompany(realmId: string) {
  return companies.find((company) => company.realmId === realmId)
}
