import type { Limit } from '../../http/rate-limits.ts'

const HOUR_MS = 3_600_000

export const enquiriesFrom = (network: string): Limit => ({ key: `enquiry:${network}`, atMost: 20, windowMs: HOUR_MS })

export const acknowledgementsTo = (recipient: string): Limit => ({
  key: `enquiry-acknowledged:${recipient}`,
  atMost: 5,
  windowMs: 24 * HOUR_MS,
})
