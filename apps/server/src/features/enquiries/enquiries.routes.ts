import { createEnquiry, getEnquiry } from '@arcadia/contract/enquiries'
import type { Bind } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Enquiries } from './enquiries.service.ts'

export function enquiryRoutes(bind: Bind, enquiries: Enquiries): void {
  bind(createEnquiry, ({ body, request }) => enquiries.send(body, networkOf(request.ip)))
  bind(getEnquiry, ({ params }) => enquiries.get(params.id))
}
