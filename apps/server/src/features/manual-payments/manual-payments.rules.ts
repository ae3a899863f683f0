import type { ManualMethod } from '@arcadia/contract/manual-payments'

/** `paid in cash`, `paid by check`. */
export const inWords = (method: ManualMethod) => (method === 'CASH' ? 'in cash' : 'by check')
