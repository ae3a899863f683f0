import * as calls from '@arcadia/contract/enquiries'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { enquiryEmails } from './enquiries.emails.ts'
import { createEnquiries } from './enquiries.service.ts'
import { countEnquiries, enquiriesMatching, findEnquiries, getEnquiryById } from './enquiries.store.ts'

export function enquiriesFeature(deps: Parameters<typeof createEnquiries>[0]) {
  const { db } = deps
  const enquiries = createEnquiries(deps)
  return {
    name: 'enquiries',
    api: { matching: enquiriesMatching },
    endpoints: [
      serve(calls.createEnquiry, ({ body, request }) => enquiries.send(body, networkOf(request.ip))),
      serve(calls.listEnquiries, ({ query }) => findEnquiries(db, query)),
      serve(calls.listEnquiriesByStatus, ({ params, query }) => findEnquiries(db, { ...query, status: params.status })),
      serve(calls.searchEnquiries, ({ query }) => findEnquiries(db, query)),
      serve(calls.getEnquiryStats, () => countEnquiries(db)),
      serve(calls.setEnquiryStatus, ({ user, params, body, key }) =>
        enquiries.setStatus(user.id, params.id, body, key),
      ),
      serve(calls.getEnquiry, ({ params }) => getEnquiryById(db, params.id)),
    ],
    emails: enquiryEmails,
  } satisfies Feature
}
