import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Answer, html, Refused } from '../answers.ts'
import type { Simulator } from '../context.ts'
import { formFields } from '../request-input.ts'
import { digest, randomText } from '../secrets.ts'
import { serve } from '../serve.ts'
import { findCompany } from './companies.ts'
import { paymentScope } from './connections.ts'
import { consentPage, pageHeaders, problemPage } from './consent-page.ts'

const AuthorizeRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string().default(''),
  scope: z.string().default(''),
  state: z.string().default(''),
})
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>

const Decision = z.object({ decision: z.enum(['approve', 'deny']), realm: z.string().default('') })

const knownScopes = [paymentScope, 'com.intuit.quickbooks.accounting', 'openid', 'profile', 'email', 'phone', 'address']

const codeMs = 5 * 60 * 1000

/** The consent page and its form, which sends the admin back to the application. */
export function registerAuthorize(app: FastifyInstance, simulator: Simulator): void {
  app.get(
    '/connect/oauth2',
    serve(simulator, {
      operation: 'authorize',
      perform({ request }) {
        const input = readInput(simulator, request.query)
        return html(200, consentPage(input, scopesOf(input), simulator.publicUrl), pageHeaders)
      },
    }),
  )

  app.post(
    '/connect/oauth2',
    serve(simulator, {
      operation: 'authorize',
      perform({ request }) {
        const fields = formFields(request)
        const input = readInput(simulator, fields)
        const decision = Decision.safeParse(fields)
        if (!decision.success) throw refusal('decision', 'Choose Approve or Deny.')
        if (decision.data.decision === 'deny') return sendBack(input, { error: 'access_denied' })
        const company = findCompany(decision.data.realm)
        if (!company) throw refusal('realm', 'Choose one of the listed companies.')
        return sendBack(input, { code: issueCode(simulator, input, company.realmId), realmId: company.realmId })
      },
    }),
  )
}

/** Validates the client and the redirect address before anything is redirected there. */
function readInput({ client }: Simulator, fields: unknown): AuthorizeRequest {
  const parsed = AuthorizeRequest.safeParse(fields)
  if (!parsed.success) throw refusal('request', 'Send client_id and redirect_uri exactly once.')
  const input = parsed.data
  if (input.client_id !== client.id) throw refusal('client_id', 'There is no application with this client id.')
  if (!client.redirectUris.includes(input.redirect_uri)) {
    throw refusal('redirect_uri', 'It must exactly match a registered address.')
  }
  if (input.state === '') throw refusal('state', 'It is required; it protects the administrator.')
  if (input.response_type !== 'code') throw new Refused(sendBack(input, { error: 'unsupported_response_type' }))
  const scopes = scopesOf(input)
  if (scopes.length === 0 || !scopes.every((scope) => knownScopes.includes(scope))) {
    throw new Refused(sendBack(input, { error: 'invalid_scope' }))
  }
  return input
}

function scopesOf(input: AuthorizeRequest): string[] {
  return input.scope.split(' ').filter((scope) => scope !== '')
}

function issueCode({ store, clock }: Simulator, input: AuthorizeRequest, realmId: string): string {
  const code = `XAB1${randomText(30)}`
  const record = {
    clientId: input.client_id,
    redirectUri: input.redirect_uri,
    realmId,
    scopes: scopesOf(input),
    expiresAt: clock.now() + codeMs,
    connectionId: null,
  }
  store.commit([['codes', digest(code), record]])
  return code
}

function sendBack(input: AuthorizeRequest, outcome: Record<string, string>): Answer {
  const target = new URL(input.redirect_uri)
  for (const [name, value] of Object.entries({ ...outcome, state: input.state })) target.searchParams.set(name, value)
  return { status: 303, headers: { Location: target.href, 'Cache-Control': 'no-store' } }
}

function refusal(parameter: string, explanation: string): Refused {
  return new Refused(html(400, problemPage(parameter, explanation), pageHeaders))
}
