import { endpoints } from '@arcadia/contract/catalog'
import { type Endpoint, statusesOf } from '@arcadia/contract/endpoint'
import { failuresOf } from '../http/documents.ts'

/** What may be answered to anything: the server's own failures, which the document has as the default answer. */
const TO_ANYTHING = ['internal-error', 'not-ready']

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}/?$`),
  isExact: !endpoint.path.includes(':'),
}))

/** @throws Error if the API's document lacks the answer, so that every test of an endpoint tests the document too. */
export function refuseUndocumented(method: string, path: string, answer: { status: number; body: unknown }): void {
  const endpoint = endpointAt(method, path.split('?')[0]!)
  if (!endpoint) return
  const { status, body } = answer
  const { error } = (body ?? {}) as { error?: string }
  const isKnown =
    status < 400
      ? status === 304 || statusesOf(endpoint).includes(status)
      : [...TO_ANYTHING, ...failuresOf(endpoint)].some((code) => code === error)
  if (!isKnown) throw new Error(`${method} ${endpoint.path} answers ${status} ${error ?? ''}, which its document lacks`)
}

function endpointAt(method: string, path: string): Endpoint | undefined {
  const fitting = patterns.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
  return (fitting.find(({ isExact }) => isExact) ?? fitting[0])?.endpoint
}
