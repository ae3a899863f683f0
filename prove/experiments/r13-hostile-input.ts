import { addressOf } from '@arcadia/contract/addresses'
import { endpoints } from '@arcadia/contract/catalog'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { type Endpoint, ErrorBody } from '@arcadia/contract/endpoint'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import * as z from 'zod/mini'
import type { Experiment } from '../experiment.ts'
import { differencesInBooks, orphans } from '../support/books.ts'
import type { Heard } from '../support/client.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { memoryOf, startSystem } from '../support/system.ts'

const CLIENTS = 16
const REQUESTS = 1_000_000
const ANSWERED_WITHIN_MS = 5000

/** Unexpected values that people and programs send. */
const NAUGHTY: unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\u0000b',
  '\u202e',
  'Ω≈ç√∫',
  '👩‍👩‍👧',
  'ﷺ',
  'İ',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  "' or 1=1 --",
  "'; drop table bookings; --",
  '$(id)',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'C:\\',
  'a\r\nSet-Cookie: x=y',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '2027-02-30',
  '0000-00-00',
  '9999-12-31',
  '+1e9-01-01',
  '12:60',
  '9'.repeat(400),
  'a'.repeat(5000),
  'é'.repeat(300),
  -1,
  0,
  1,
  1.005,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
  { __proto__: { isAdmin: true } },
  { toString: 1 },
  Array.from({ length: 200 }, () => 'x'),
]

export const hostileInput: Experiment = {
  id: 'R13',
  title: 'Hostile input',
  async run({ seed, minutes, say }) {
    const heard = { requests: 0, longest: 0, statuses: new Map<number, number>(), wrong: [] as string[] }
    const hear = ({ method, path, status, milliseconds, body }: Heard) => {
      heard.requests++
      heard.longest = Math.max(heard.longest, milliseconds)
      heard.statuses.set(status, (heard.statuses.get(status) ?? 0) + 1)
      const isRefused = status >= 400 && status < 500
      // 502 and 503 report provider faults and missing connections.
      const isExpected = status > 0 && (status < 400 || isRefused || [502, 503].includes(status))
      if (!isExpected || (status >= 400 && !z.safeParse(ErrorBody, body).success))
        heard.wrong.push(`${method} ${path.slice(0, 120)} ${status} ${JSON.stringify(body).slice(0, 200)}`)
    }
    const system = await startSystem(1, { hear, settings: { LOG_LEVEL: 'warn' } })
    try {
      const [server] = system.servers
      const random = seededRandom(seed)
      const person = {
        firstName: 'Ada',
        lastName: 'Angler',
        phoneNumber: '(863) 555-0142',
        email: 'hostile@example.com',
      }
      const customer = (await server!.call(registerNewcomer, { body: person })).token
      const owner = await system.owner()
      // Signing out or changing a password would end the sessions used here.
      const tested = endpoints.filter(
        ({ path, response }) => response !== 'stream' && !/logout|password|close$|users\/:id\/status/.test(path),
      )
      const ask = (of: readonly unknown[], requests: number, until: number) =>
        Promise.all(
          Array.from({ length: CLIENTS }, async () => {
            while (heard.requests < requests && Date.now() < until) {
              if (heard.requests % 50_000 === 0) say(`${heard.requests} requests, ${heard.wrong.length} wrong`)
              const endpoint = random.pick(of) as Endpoint
              const token = random.weighted({ owner: 5, customer: 4, nobody: 1 })
              await server!.answer(endpoint, {
                token: { owner, customer, nobody: undefined }[token],
                ...(await inputFor(endpoint, random)),
              } as never)
            }
          }),
        )
      await ask(tested, REQUESTS, Date.now() + (minutes ?? 0.5) * 60_000)
      const found = { ...heard, wrong: [...heard.wrong] }
      const stillServes = (await fetch(server!.url + getBookingConfig.path)).status === 200
      const books = [
        ...(await differencesInBooks(system)),
        ...Array(await orphans(system.pool)).fill('a charge belongs to nothing'),
      ]
      const megabytes = memoryOf(server!)
      say('again, with a database constraint that no schema knows')
      await system.pool.query('alter table enquiries add check (length(first_name) < 4) not valid')
      await ask([createEnquiry], Number.POSITIVE_INFINITY, Date.now() + 3000)
      const isCaught = heard.wrong.length > found.wrong.length
      for (const line of found.wrong.slice(0, 20)) console.error(`    ${line}`)
      const spread = [...heard.statuses].sort(([one], [other]) => one - other)
      say(spread.map(([status, times]) => `${times} × ${status}`).join(', '))
      return [
        {
          what: `requests generated from the contract's schemas, valid, nearly valid and hostile, to ${tested.length} endpoints`,
          tried: `${found.requests} requests as owner, customer and signed out`,
          figure: `${found.wrong.length} server errors or malformed error bodies; the slowest answer ${Math.round(found.longest)} ms`,
          bar: `0; ${ANSWERED_WITHIN_MS} ms`,
          held: found.wrong.length === 0 && found.longest <= ANSWERED_WITHIN_MS,
          saboteurCaught: isCaught,
        },
        {
          what: 'the server still serves afterwards, and the books match',
          tried: 'once',
          figure: `${stillServes ? 'yes' : 'no'}, ${books.length} differences, ${megabytes} MB of memory`,
          bar: 'yes, 0',
          held: stillServes && books.length === 0,
        },
      ]
    } finally {
      await system.close()
    }
  },
}

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  minimum?: number
  maximum?: number
  format?: string
}

const shapes = new Map<unknown, Shape>()
function shapeOf(schema: NonNullable<Endpoint['body']>): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  shapes.set(schema, shape)
  return shape
}

async function inputFor(endpoint: Endpoint, random: Random): Promise<object> {
  // Half the inputs follow the schema; in the rest about a third of the values are hostile.
  const naughty = random.percent(50) ? 0 : 30
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [
      name,
      random.percent(70)
        ? random.pick(['1', '2', '7', '2027-05-17', '00000000-0000-4000-8000-000000000000'])
        : hostileParam(random),
    ]),
  )
  const query = endpoint.query && (sampleOf(shapeOf(endpoint.query), random, naughty) as object)
  const body =
    endpoint.body && (random.percent(5) ? random.pick(NAUGHTY) : sampleOf(shapeOf(endpoint.body), random, naughty))
  return { params, ...(isSendable(endpoint, params, query) && { query }), ...(body !== undefined && { body }) }
}

/** A hostile path parameter; a lone surrogate cannot be URL-encoded. */
function hostileParam(random: Random): string {
  const text = random.pick(NAUGHTY.filter((value) => typeof value !== 'object'))
  return String(text).slice(0, 100).toWellFormed() || '0'
}

/** Whether the URL can be built and sent; Node itself answers one that is too long with 431 and hangs up. */
function isSendable(endpoint: Endpoint, params: object, query: object | undefined): boolean {
  try {
    return addressOf(endpoint, { params, query }).length < 8000
  } catch {
    return false
  }
}

function sampleOf(shape: Shape, random: Random, naughty: number): unknown {
  if (random.percent(naughty)) return random.pick(NAUGHTY)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return random.pick(shape.enum)
  if (shape.anyOf) return sampleOf(random.pick(shape.anyOf), random, naughty)
  switch (shape.type) {
    case 'object': {
      const { properties = {}, required = [] } = shape
      const entries = Object.entries(properties).flatMap(([name, of]) =>
        required.includes(name) || random.percent(50) ? [[name, sampleOf(of, random, naughty)] as const] : [],
      )
      if (random.percent(naughty / 5))
        entries.push([random.pick(['isAdmin', 'role', 'userId', '__proto__', '']), 'OWNER'])
      return Object.fromEntries(entries)
    }
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () => sampleOf(shape.items ?? {}, random, naughty))
    case 'integer':
    case 'number':
      return random.between(shape.minimum ?? 0, Math.min(shape.maximum ?? 1000, (shape.minimum ?? 0) + 1000))
    case 'boolean':
      return random.percent(50)
    case 'null':
      return null
    default:
      return random.pick([
        'Ada',
        'ada@example.com',
        '(863) 555-0142',
        '2027-05-17',
        '2026-12-24T10:00:00.000Z',
        'WEATHER',
        'a longer text\nof two lines',
      ])
  }
}
