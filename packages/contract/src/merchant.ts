import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** Everyone sees the first four fields, owners all of them (docs/rules.md §5.3). */
export const ConnectionStatus = z.object({
  isConnected: z.boolean(),
  realmId: z.nullable(z.string()),
  needsRefresh: z.boolean(),
  message: z.string(),
  lastConnected: z.optional(z.nullable(Instant)),
  tokenExpiresAt: z.optional(z.nullable(Instant)),
  /** When the connection ends for good unless the owner reconnects. */
  connectionEndsAt: z.optional(z.nullable(Instant)),
  /** `connectionEndsAt` is near. */
  endsSoon: z.optional(z.boolean()),
  /** The redirect URI to enter when setting up the app at QuickBooks. */
  redirectUri: z.optional(z.string()),
})
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

export const RefreshStatus = z.object({
  autoRefreshEnabled: z.boolean(),
  nextRefreshCheck: z.nullable(Instant),
  proactiveRefreshEnabled: z.boolean(),
  /** The access token is refreshed this many minutes before it expires. */
  proactiveThreshold: z.int(),
  lastRefreshed: z.nullable(Instant),
  lastFailed: z.nullable(Instant),
})
export type RefreshStatus = z.infer<typeof RefreshStatus>

const Outcome = z.object({ success: z.boolean(), message: z.string() })
const OutcomeWithStatus = z.extend(Outcome, { status: ConnectionStatus })

export const errors = {
  'merchant-not-connected': { status: 409, message: 'QuickBooks is not connected.' },
  'other-realm': { status: 409, message: 'A different QuickBooks company is connected. Please reload the page.' },
  'connect-ticket-invalid': { status: 409, message: 'This link has expired. Please click Connect again.' },
  'oauth-state-invalid': {
    status: 409,
    message: 'This connection attempt has expired or is not yours. Please click Connect again.',
  },
  'oauth-already-used': { status: 409, message: 'This authorization code has already been used.' },
  'oauth-in-progress': { status: 409, message: 'This connection is already in progress.' },
  'oauth-refused': { status: 502, message: 'QuickBooks refused the connection. Please click Connect again.' },
  'refresh-failed': {
    status: 502,
    message: "QuickBooks didn't respond. You're still connected, and we'll try again automatically.",
  },
} as const

const parameter = z
  .string('Missing required OAuth parameters')
  .check(z.minLength(1, 'Missing required OAuth parameters'), z.maxLength(1024), z.regex(/^[^\0]*$/))

export const getConnectionStatus = endpoint({
  method: 'GET',
  path: '/api/quickbooks/oauth/status',
  access: 'anyone',
  summary: 'Whether cards can be taken.',
  failed: 'Failed to load OAuth status',
  query: z.object({ realmId: z.optional(z.string().check(z.maxLength(100))) }),
  response: ConnectionStatus,
})

export const getRefreshStatus = endpoint({
  method: 'GET',
  path: '/api/quickbooks/oauth/refresh/status',
  access: 'owner',
  summary: 'How the access token is kept fresh.',
  failed: 'Failed to load OAuth status',
  response: RefreshStatus,
})

export const createConnectTicket = endpoint({
  method: 'POST',
  path: '/api/quickbooks/oauth/connect-ticket',
  access: 'owner',
  asksAgain: 'merchant',
  summary: 'A single-use ticket for `connect`, valid for one minute.',
  failed: 'Failed to initiate connection',
  response: z.object({ ticket: z.string(), expiresAt: Instant }),
})

/** The browser navigates here and is redirected to the provider's consent page. */
export const startConnection = endpoint({
  method: 'GET',
  path: '/api/quickbooks/oauth/connect',
  access: 'public',
  summary: "Redirects to the provider's consent page.",
  query: z.strictObject({ ticket: parameter }),
  response: null,
  status: 302,
  errors: ['connect-ticket-invalid'],
})

export const completeConnection = endpoint({
  method: 'GET',
  path: '/api/quickbooks/oauth/callback',
  access: 'owner',
  summary: 'Connects the merchant account with the authorization code; same admin, once, within ten minutes.',
  failed: 'Failed to complete OAuth setup',
  query: z.strictObject({ code: parameter, realmId: parameter, state: parameter }),
  response: Outcome,
  errors: ['oauth-state-invalid', 'oauth-already-used', 'oauth-in-progress', 'oauth-refused', 'payment-in-progress'],
})

export const refreshConnection = endpoint({
  method: 'POST',
  path: '/api/quickbooks/oauth/refresh',
  access: 'owner',
  summary: 'Refreshes the access token now.',
  failed: 'Failed to refresh access token',
  response: OutcomeWithStatus,
  errors: ['merchant-not-connected', 'refresh-failed'],
})

export const triggerAutoRefresh = endpoint({
  method: 'POST',
  path: '/api/quickbooks/oauth/refresh/auto',
  access: 'owner',
  summary: 'Runs the scheduled check now: refreshes if the token is about to expire.',
  failed: 'Failed to trigger auto-refresh',
  response: OutcomeWithStatus,
  errors: ['merchant-not-connected', 'refresh-failed'],
})

export const disconnectMerchant = endpoint({
  method: 'DELETE',
  path: '/api/quickbooks/oauth/disconnect',
  access: 'owner',
  asksAgain: 'merchant',
  summary: 'Disconnects, here and at the provider; refused while a payment is unsettled.',
  failed: 'Failed to disconnect QuickBooks',
  query: z.strictObject({ realmId: parameter }),
  response: OutcomeWithStatus,
  errors: ['merchant-not-connected', 'other-realm', 'payment-in-progress'],
})
