import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './fields.ts'

export const makeDisputePack = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:id/dispute-pack',
  access: 'admin',
  summary:
    "All that is kept about a booking as evidence for the card's bank, in one page that prints: agreement, charges, refunds, mails, questions, history. That it was made is kept in the audit log.",
  failed: 'Failed to make the dispute pack',
  params: z.object({ id: IdInPath }),
  response: 'page',
  errors: ['booking-not-found'],
})
