import { randomUUID } from 'node:crypto'
import { companies } from '../oauth/companies.ts'

export const redirectUri = 'http://localhost:3000/quickbooks/callback'
export const realmId = companies[0].realmId
export const basic = `Basic ${Buffer.from('simulator-client:simulator-secret').toString('base64')}`

const payments = '/quickbooks/v4/payments'

/** A response with its parsed body, for `toMatchObject`. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  json: Record<string, unknown>
}

interface ChargeWish {
  name?: string
  amount?: unknown
  requestId?: string
  capture?: boolean
  token?: string
}

export type SimulatorClient = ReturnType<typeof createClient>

/** Shorthands for an application's calls to the provider. */
export function createClient(url: string) {
  const send = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: objectOf(text) }
  }
  const sendJson = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    send(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const sendForm = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields), headers })

  const control = (path: string, body?: unknown, method = 'POST') => sendJson(`/control${path}`, body, {}, method)
  const readControl = (path: string) => send(`/control${path}`)

  const approve = async (fields: Record<string, string> = {}) => {
    const reply = await sendForm('/connect/oauth2', {
      client_id: 'simulator-client',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'com.intuit.quickbooks.payment',
      state: 'a-state',
      realm: realmId,
      decision: 'approve',
      ...fields,
    })
    return new URL(reply.headers.get('location') ?? 'none:').searchParams
  }
  const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    sendForm('/oauth2/v1/tokens/bearer', fields, { Authorization: basic, ...headers })
  const exchange = (code: string) => token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  const refresh = (value: string) => token({ grant_type: 'refresh_token', refresh_token: value })

  /** Approves and exchanges a code; returns the tokens of the new connection. */
  const connect = async (fields: Record<string, string> = {}) => {
    const { json } = await exchange((await approve(fields)).get('code') ?? '')
    return { accessToken: String(json.access_token), refreshToken: String(json.refresh_token) }
  }

  const tokenize = (card: Record<string, unknown> = {}) => sendJson(`${payments}/tokens`, { card: aCard(card) })
  const cardToken = async (name: string) => String((await tokenize({ name })).json.value)

  /** Payments calls with a connection's access token. */
  const merchant = (accessToken: string) => {
    const bearer = { Authorization: `Bearer ${accessToken}` }
    const post = (path: string, body: unknown, requestId: string = randomUUID()) =>
      sendJson(payments + path, body, { ...bearer, 'Request-Id': requestId })
    return {
      post,
      async charge({
        name = 'Ada Angler',
        amount = '150.00',
        requestId,
        capture = true,
        token: given,
      }: ChargeWish = {}) {
        const value = given ?? (await cardToken(name))
        return post('/charges', { amount, currency: 'USD', capture, token: value }, requestId)
      },
      find: (chargeId: string) => send(`${payments}/charges/${chargeId}`, { headers: bearer }),
      capture: (chargeId: string, amount: string) => post(`/charges/${chargeId}/capture`, { amount }),
      refund: (chargeId: string, amount?: string, requestId?: string) =>
        post(`/charges/${chargeId}/refunds`, amount === undefined ? {} : { amount }, requestId),
      void: (chargeRequestId: string, requestId?: string) =>
        post(`/txn-requests/${chargeRequestId}/void`, undefined, requestId),
    }
  }

  return {
    url,
    send,
    sendJson,
    sendForm,
    control,
    readControl,
    approve,
    token,
    exchange,
    refresh,
    connect,
    tokenize,
    cardToken,
    merchant,
    aMerchant: async () => merchant((await connect()).accessToken),
  }
}

export function aCard(card: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'Ada Angler', number: '4111111111111111', expMonth: '02', expYear: '2090', cvc: '123', ...card }
}

/** The first error in the service's error shape. */
export function errorOf(reply: Reply): unknown {
  const { errors } = reply.json
  return Array.isArray(errors) ? errors[0] : undefined
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
