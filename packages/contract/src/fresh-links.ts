import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const sendFreshLink = endpoint({
  method: 'POST',
  path: '/api/fresh-links',
  access: 'public',
  summary:
    'Emails a fresh link to the address an earlier one went to, named by the public id in its address; the answer is the same whether or not there is one.',
  body: z.strictObject({
    link: z.string('A link is required.').check(z.minLength(1), z.maxLength(100)),
    /** Which page the link was of, where one id opens several; without one, that of the trip. */
    page: z.optional(z.literal('review')),
  }),
  response: z.object({ message: z.string() }),
  status: 202,
})
