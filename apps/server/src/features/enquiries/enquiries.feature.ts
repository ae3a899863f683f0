import {
  createEnquiry,
  getEnquiry,
  getEnquiryStats,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { enquiryEmails } from './enquiries.emails.ts'
import { createEnquiries } from './enquiries.service.ts'
import { countEnquiries, findEnquiries, getEnquiryById } from './enquiries.store.ts'

export function enquiriesFeature(deps: Parameters<typeof createEnquiries>[0]) {
  const { db } = deps
  const enquiries = createEnquiries(deps)
  return {
    name: 'enquiries',
    api: {},
    endpoints: [
      serve(createEnquiry, ({ body, request }) => enquiries.send(body, networkOf(request.ip))),
      serve(listEnquiries, ({ query }) => findEnquiries(db, query)),
      serve(listEnquiriesByStatus, ({ params, query }) => findEnquiries(db, { ...query, status: params.status })),
      serve(searchEnquiries, ({ query }) => findEnquiries(db, query)),
      serve(getEnquiryStats, () => countEnquiries(db)),
      serve(setEnquiryStatus, ({ user, params, body, request }) =>
        enquiries.setStatus(user.id, params.id, body, idempotencyKeyOf(request)),
      ),
      serve(getEnquiry, ({ params }) => getEnquiryById(db, params.id)),
    ],
    emails: enquiryEmails,
  } satisfies Feature
}
