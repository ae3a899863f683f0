import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { TripDate } from '../trip-date.ts'

/** How far a visit can get; all but the first are steps of the booking dialog. */
export const FUNNEL_STEPS = ['SITE', 'DATE', 'GUESTS', 'PAYMENT', 'BOOKED'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]
const FunnelStep = z.enum(FUNNEL_STEPS)

export const countSteps = endpoint({
  method: 'POST',
  path: '/api/funnel',
  access: 'public',
  summary: 'Counts the steps a visit reached. Identifies no visitor; only the day is stored.',
  body: z.strictObject({ steps: z.array(FunnelStep).check(z.minLength(1), z.maxLength(FUNNEL_STEPS.length)) }),
  response: null,
})

/** How many days the report covers. */
export const FUNNEL_DAYS = 30

export const Funnel = z.object({
  since: TripDate,
  /** Every step in order, with the visits that reached it. */
  steps: z.array(z.object({ step: FunnelStep, visits: z.int() })),
})
export type Funnel = z.infer<typeof Funnel>

export const getFunnel = endpoint({
  method: 'GET',
  path: '/api/admin/funnel',
  access: 'office',
  summary: 'How many visits of the last 30 days reached each step on the way to a booking.',
  failed: 'Failed to load visits',
  response: Funnel,
})
