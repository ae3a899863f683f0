import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** Everyone sees the first four fields, admins all (decisions §9). */
export const ConnectionStatus = z.object({
  isConnected: z.boolean(),
  realmId: z.nullable(z.string()),
  needsRefresh: z.boolean(),
  message: z.string(),
  lastConnected: z.optional(z.nullable(Instant)),
  tokenExpiresAt: z.optional(z.nullable(Instant)),
})
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

export const getConnectionStatus = endpoint({
  method: 'GET',
  path: '/api/quickbooks/oauth/status',
  access: 'anyone',
  summary: 'Whether cards can be taken.',
  query: z.object({ realmId: z.optional(z.string().check(z.maxLength(100))) }),
  response: ConnectionStatus,
})
