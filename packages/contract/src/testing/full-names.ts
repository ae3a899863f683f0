/** Names and how they read, for the contract and for SQL alike. */
export const FULL_NAMES: [firstName: string | null, lastName: string | null, shown: string][] = [
  ['Ana', 'Ray', 'Ana Ray'],
  ['Ana', '-', 'Ana'],
  ['Ana', '–', 'Ana'],
  ['Ana', '\u2212', 'Ana'],
  ['Ana', '－', 'Ana'],
  ['Ana', '. .', 'Ana'],
  ['Ana', '_', 'Ana'],
  ['Ana', 'ana', 'Ana'],
  ['Ana', ' ana ', 'Ana'],
  [' Ana ', ' Ray ', 'Ana Ray'],
  ['Ana', '', 'Ana'],
  ['Ana', null, 'Ana'],
  ['', 'Ray', 'Ray'],
  [null, 'Ray', 'Ray'],
  [null, null, ''],
  ['Ana', 'Ray-Lee', 'Ana Ray-Lee'],
]
