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
import { networkOf } from '../../http/rate-limits.ts'
import { enquiryEmails } from './enquiries.emails.ts'
import { createEnquiries } from './enquiries.service.ts'

export function enquiriesFeature(deps: Parameters<typeof createEnquiries>[0]) {
  const enquiries = createEnquiries(deps)
  return {
    name: 'enquiries',
    api: enquiries,
    endpoints: [
      serve(createEnquiry, ({ body, request }) => enquiries.send(body, networkOf(request.ip))),
      serve(listEnquiries, ({ query }) => enquiries.list(query)),
      serve(listEnquiriesByStatus, ({ params, query }) => enquiries.list({ ...query, status: params.status })),
      serve(searchEnquiries, ({ query }) => enquiries.list(query)),
      serve(getEnquiryStats, () => enquiries.stats()),
      serve(setEnquiryStatus, ({ user, params, body }) => enquiries.setStatus(user.id, params.id, body)),
      serve(getEnquiry, ({ params }) => enquiries.get(params.id)),
    ],
    emails: enquiryEmails,
  } satisfies Feature
}
