import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type WireClient, wireClient } from '@arcadia/contract/testing/wire-client'

interface Sender {
  token?: string | undefined
  headers?: Record<string, string>
}

export type Client = WireClient<Sender>

/** What came of one request. Status 0: the connection was cut, or no answer came in time, and nothing is known. */
export interface Heard {
  method: string
  path: string
  status: number
  milliseconds: number
  body: unknown
}

const patience = 90_000

/** A client of the contract, over the network, that keeps its connections. */
export function clientOf(url: string, hear: (heard: Heard) => void = () => {}): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return wireClient<Sender>(async (method, path, { token, body, headers }) => {
    const started = performance.now()
    const answer = await send(agent, `${url}${path}`, method, body, {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
    })
    hear({ method, path, ...answer, milliseconds: performance.now() - started })
    return { ...answer, headers: {} }
  })
}

/** Asks again as long as the server says that it is too busy now. */
export async function insist<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await delay(500)
  }
}

function send(agent: Agent, url: string, method: string, body: unknown, headers: Record<string, string>) {
  return new Promise<{ status: number; body: unknown }>((resolve) => {
    const nothing = ({ code = 'lost' }: NodeJS.ErrnoException) =>
      resolve({ status: 0, body: { error: asked.reusedSocket ? `${code} on a kept connection` : code } })
    const text = body === undefined ? undefined : JSON.stringify(body)
    const asked = request(
      url,
      {
        agent,
        method,
        timeout: patience,
        headers: {
          ...headers,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.once('error', nothing)
        answer.once('end', () => {
          const said = Buffer.concat(chunks).toString()
          const isJson = answer.headers['content-type']?.startsWith('application/json')
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(said) : said })
        })
      },
    )
    asked.once('error', nothing)
    asked.once('timeout', () => asked.destroy())
    asked.end(text)
  })
}
