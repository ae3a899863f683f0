import * as z from 'zod/mini'

/** The tokens of a connection, with their lifetimes in seconds. */
export interface GrantedTokens {
  accessToken: string
  accessSeconds: number
  refreshToken: string
  refreshSeconds: number
  /** Time left until the connection's hard limit; absent if the provider doesn't say. */
  hardSeconds?: number | undefined
}

/** `refused`: the grant is dead and the merchant must connect again. `unavailable`: outcome unknown, try again. */
export type GrantOutcome =
  | { kind: 'granted'; tokens: GrantedTokens }
  | { kind: 'refused'; problem: string }
  | { kind: 'unavailable'; problem: string }

export type QuickbooksOauth = ReturnType<typeof createQuickbooksOauth>

const DEAD_GRANT = ['invalid_grant', 'unauthorized_client']
const TIMEOUT_MS = 30_000

const TokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  expires_in: z.number(),
  x_refresh_token_expires_in: z.number(),
  x_refresh_token_hard_expires_in: z.optional(z.number()),
})
const OauthError = z.object({ error: z.string(), error_description: z.optional(z.string()) })

export function createQuickbooksOauth(deps: {
  tokenUrl: string
  revokeUrl: string
  clientId: string
  clientSecret: string
}) {
  const basic = Buffer.from(`${deps.clientId}:${deps.clientSecret}`).toString('base64')

  async function grant(form: Record<string, string>): Promise<GrantOutcome> {
    try {
      const response = await fetch(deps.tokenUrl, {
        method: 'POST',
        headers: {
          authorization: `Basic ${basic}`,
          accept: 'application/json',
          'x-include-refresh-token-hard-expires-in': 'true',
        },
        body: new URLSearchParams(form),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      return judge(response.status, await response.text(), response.headers.get('intuit_tid'))
    } catch (error) {
      return { kind: 'unavailable', problem: `no answer: ${error instanceof Error ? error.message : 'unknown'}` }
    }
  }

  return {
    exchangeCode: (code: string, redirectUri: string): Promise<GrantOutcome> =>
      grant({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: (refreshToken: string): Promise<GrantOutcome> =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),

    /** Ends the connection at the provider. False if it did not answer; an unknown token counts as ended. */
    async revoke(refreshToken: string): Promise<boolean> {
      try {
        const response = await fetch(deps.revokeUrl, {
          method: 'POST',
          headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ token: refreshToken }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        })
        return response.ok || response.status === 400
      } catch {
        return false
      }
    },
  }
}

/** A success status isn't enough; the required fields must be there before anything is saved. */
function judge(status: number, text: string, tid: string | null): GrantOutcome {
  const body = parseJson(text)
  const tokens = z.safeParse(TokenAnswer, body)
  if (status >= 200 && status < 300 && tokens.success) {
    const { access_token, refresh_token, expires_in, x_refresh_token_expires_in, x_refresh_token_hard_expires_in } =
      tokens.data
    return {
      kind: 'granted',
      tokens: {
        accessToken: access_token,
        accessSeconds: expires_in,
        refreshToken: refresh_token,
        refreshSeconds: x_refresh_token_expires_in,
        hardSeconds: x_refresh_token_hard_expires_in,
      },
    }
  }
  const failure = z.safeParse(OauthError, body)
  const problem = `${failure.success ? failure.data.error : `HTTP ${status}`} (intuit_tid ${tid ?? 'none'})`
  // Only these errors mean the grant is dead; a wrong client secret is our mistake and keeps the grant.
  const isRefused = failure.success && DEAD_GRANT.includes(failure.data.error)
  return isRefused ? { kind: 'refused', problem } : { kind: 'unavailable', problem }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
