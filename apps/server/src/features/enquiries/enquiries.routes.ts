import {
  createEnquiry,
  getEnquiry,
  getEnquiryStats,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import type { Bind } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Enquiries } from './enquiries.service.ts'

export function enquiryRoutes(bind: Bind, enquiries: Enquiries): void {
  bind(createEnquiry, ({ body, request }) => enquiries.send(body, networkOf(request.ip)))
  bind(listEnquiries, ({ query }) => enquiries.list(query))
  bind(listEnquiriesByStatus, ({ params, query }) => enquiries.list({ ...query, status: params.status }))
  bind(searchEnquiries, ({ query }) => enquiries.list(query))
  bind(getEnquiryStats, () => enquiries.stats())
  bind(setEnquiryStatus, ({ user, params, body }) => enquiries.setStatus(user.id, params.id, body))
  bind(getEnquiry, ({ params }) => enquiries.get(params.id))
}
