import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { Money } from './money.ts'

// Apart from `payments.ts`, which every booking dialog loads.

/** Our card payments beside the provider's own record of each, as the daily job last found them. */
export const BookComparison = z.object({
  /** Null before the first. */
  comparedAt: z.nullable(Instant),
  charges: z.int(),
  /** Of these the provider gave no answer. */
  unread: z.int(),
  /** What waits for the owner, a sentence each. */
  differences: z.array(z.string()),
  nextAt: Instant,
  isUnderWay: z.boolean(),
})
export type BookComparison = z.infer<typeof BookComparison>

export const checkLedger = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/check',
  access: 'admin',
  summary:
    'Whether every captured cent is kept on a booking, refunded or listed as a refundable failure, and what the daily comparison with the provider found.',
  failed: 'Failed to check the books',
  response: z.object({
    balanced: z.boolean(),
    captured: Money,
    kept: Money,
    refunded: Money,
    failures: Money,
    unresolved: Money,
    differences: z.array(z.string()),
    checkedAt: z.iso.datetime(),
    /** The daily comparison, charge by charge. */
    comparison: z.nullable(BookComparison),
  }),
})

export const compareBooks = endpoint({
  method: 'POST',
  path: '/api/admin/ledger/compare',
  access: 'admin',
  summary: 'Starts the daily comparison with the provider now; the check shows what it finds.',
  failed: 'Failed to compare with QuickBooks',
  response: null,
  status: 202,
  errors: ['merchant-not-connected'],
})
