import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { confirmItIsYou } from '@arcadia/contract/admin/accounts'
import type { ErrorBody } from '@arcadia/contract/endpoint'
import { type WireClient, wireClient } from '@arcadia/contract/testing/wire-client'

interface Sender {
  token?: string | undefined
  headers?: Record<string, string>
}

export type Client = WireClient<Sender>

/** The outcome of one request. Status 0: the connection was cut or timed out, so the outcome is unknown. */
export interface Heard {
  method: string
  path: string
  status: number
  milliseconds: number
  body: unknown
}

const TIMEOUT_MS = 90_000
export const ownerPassword = 'a long enough password'

/**
 * A contract client with keep-alive connections.
 * @param ca the authority to trust over https
 */
export function clientOf(
  url: string,
  hear: (heard: Heard) => void = () => {},
  { maxSockets = 256, ca }: { maxSockets?: number; ca?: string } = {},
): Client {
  const options = { keepAlive: true, maxSockets }
  const agent = url.startsWith('https:') ? new https.Agent({ ...options, ca }) : new http.Agent(options)
  return wireClient<Sender>(async (method, path, { token, body, headers }) => {
    const started = performance.now()
    const authorized = { ...headers, ...(token && { authorization: `Bearer ${token}` }) }
    const ask = () => send(agent, `${url}${path}`, method, body, authorized)
    let answer = await ask()
    // Only the owner is asked again who it is.
    if (answer.status === 403 && (answer.body as ErrorBody).error === 'confirm-it-is-you') {
      await send(agent, `${url}${confirmItIsYou.path}`, 'POST', { password: ownerPassword }, authorized)
      answer = await ask()
    }
    hear({ method, path, ...answer, milliseconds: performance.now() - started })
    return { ...answer, headers: {} }
  })
}

/** Retries while the server answers 503. */
export async function insist<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await delay(500)
  }
}

function send(agent: http.Agent, url: string, method: string, body: unknown, headers: Record<string, string>) {
  return new Promise<{ status: number; body: unknown }>((resolve) => {
    const fail = ({ code = 'lost' }: NodeJS.ErrnoException) =>
      resolve({ status: 0, body: { error: outgoing.reusedSocket ? `${code} on a reused connection` : code } })
    const text = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = (agent instanceof https.Agent ? https : http).request(
      url,
      {
        agent,
        method,
        timeout: TIMEOUT_MS,
        headers: {
          ...headers,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.once('error', fail)
        answer.once('end', () => {
          const received = Buffer.concat(chunks).toString()
          const isJson = answer.headers['content-type']?.startsWith('application/json')
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(received) : received })
        })
      },
    )
    outgoing.once('error', fail)
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.end(text)
  })
}
