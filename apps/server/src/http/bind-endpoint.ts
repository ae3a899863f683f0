import { addressOf } from '@arcadia/contract/addresses'
import { endpoints } from '@arcadia/contract/catalog'
import {
  type Access,
  type Endpoint,
  type Input,
  isAskedAgain,
  type Output,
  statusesOf,
} from '@arcadia/contract/endpoint'
import { MAX_PICTURE_TEXT } from '@arcadia/contract/pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Memory } from '../database/memory.ts'
import type { Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import { BODY_LIMIT } from './build-http.ts'
import type { SentForm } from './form-change.rules.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { ReadyAnswer } from './ready-answer.ts'
import { type Authenticate, demandAnswer, type SignedIn } from './sessions.ts'

interface BindDeps {
  db: Db
  clock: Clock
  authenticate: Authenticate
  memory: Memory
}

type Caller<A extends Access> = A extends 'public' ? null : A extends 'anyone' ? SignedIn | null : SignedIn

type Context<E extends Endpoint> = Input<E> &
  Key<E> &
  Form<E> & {
    user: Caller<E['access']>
    request: FastifyRequest
    reply: FastifyReply
  }

type Key<E extends Endpoint> = E extends { takesKey: true } ? { key: string | undefined } : unknown
type Form<E extends Endpoint> = E extends { overwrites: true; body: infer B extends z.ZodMiniType }
  ? { form: SentForm<z.output<B>> }
  : unknown

/** A response with a status other than the endpoint's default. */
export class Answer<T> {
  readonly status: number
  readonly body: T

  constructor(status: number, body: T) {
    this.status = status
    this.body = body
  }
}

/** What a handler returns is not sent where the answer has no body. */
type Result<E extends Endpoint> = E extends { response: null | 'stream' } ? unknown : Output<E> | Answer<Output<E>>
type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Result<E>> | Result<E>

/** An endpoint of the contract with its handler. */
export interface Served {
  endpoint: Endpoint
  handler: (context: never) => unknown
  isRemembered?: true
}

export function serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): Served {
  return { endpoint, handler }
}

/** Serves a public answer from the cache (`Memory`), and not resent to clients that already have it (304). */
export function serveRemembered<E extends Endpoint & { method: 'GET'; access: 'public' }>(
  endpoint: E,
  handler: (input: Input<E>) => Promise<Output<E>>,
): Served {
  return { endpoint, handler, isRemembered: true }
}

/** Media types of responses that are sent unencoded. */
export const MEDIA_TYPES = {
  text: 'text/plain',
  calendar: 'text/calendar',
  page: 'text/html',
  photo: 'image/jpeg',
  stream: 'text/event-stream',
} as const

declare module 'fastify' {
  interface FastifyRequest {
    caller: SignedIn | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/**
 * Binds the contract's endpoints to their handlers. Access is checked before the input is parsed.
 * @throws Error if an endpoint of the contract has no handler
 */
export function bindEndpoints(http: FastifyInstance, deps: BindDeps, all: readonly Served[]) {
  for (const served of all) {
    const { endpoint } = served
    const route = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { endpoint },
        bodyLimit: BODY_LIMIT + (endpoint.takesPictures ?? 0) * MAX_PICTURE_TEXT,
        // A HEAD request would wait for the end of the stream.
        exposeHeadRoute: endpoint.response !== 'stream',
        ...(served.isRemembered ? remembered(served, deps) : freshly(served, deps)),
      })
    if (!endpoint.takesForm) route(http)
    else
      http.register(async (scope) => {
        takeForms(scope)
        route(scope)
      })
  }
  const bound = new Set(all.map(({ endpoint }) => endpoint))
  const missing = endpoints.filter((endpoint) => !bound.has(endpoint)).map(({ method, path }) => `${method} ${path}`)
  if (missing.length > 0) throw new Error(`endpoints of the contract without a handler: ${missing.join(', ')}`)
}

/** The form's fields as an object; mail programs encode it either way. */
function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORMS, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    const sent = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type']! } })
    return Object.fromEntries(
      await sent.formData().catch(() => {
        throw new AppError('malformed-body')
      }),
    )
  })
}

export const FORMS: [string, ...string[]] = ['application/x-www-form-urlencoded', 'multipart/form-data']

function freshly({ endpoint, handler }: Served, deps: BindDeps) {
  return {
    async onRequest(request: FastifyRequest) {
      request.caller = await deps.authenticate(request, endpoint.access)
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const input = parseInput(endpoint, request)
      if (isAskedAgain(endpoint, input)) await demandAnswer(deps, request.caller)
      const context = { ...input, user: request.caller, request, reply }
      return respond(endpoint, await handler(context as never), reply)
    },
  }
}

function remembered({ endpoint, handler }: Served, { memory }: BindDeps) {
  return {
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const input = parseInput(endpoint, request)
      // Made-up parameters are not part of what was asked, so they cannot miss the cache.
      const ready = await memory.remember(addressOf(endpoint, input), async () => {
        const answer = await handler(input as never)
        const body = z.encode(endpoint.response as z.ZodMiniType, answer)
        return new ReadyAnswer('application/json', { plain: JSON.stringify(body) })
      })
      return ready.send(request, reply)
    },
  }
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  return {
    ...(endpoint.params && { params: parseParams(endpoint, request) }),
    ...(endpoint.query && { query: parse(endpoint.query, request.query) }),
    ...(endpoint.takesKey && { key: idempotencyKeyOf(request) }),
    ...(endpoint.body ? parseBody(endpoint, endpoint.body, request.body) : void parse(NO_BODY, request.body ?? {})),
  }
}

function parseBody({ overwrites }: Endpoint, schema: z.ZodMiniType, given: unknown): Record<string, unknown> {
  if (!overwrites) return { body: parse(schema, given) }
  const { shown, ...fields } = (given ?? {}) as { shown?: unknown }
  const body = parse(schema, fields)
  return { body, form: { body, sent: z.encode(schema, body as never), shown: parse(SHOWN, shown) } }
}

/** What a form showed of its fields, in wire format. */
export const SHOWN = z.optional(z.record(z.string(), z.unknown()))

/** Rejects bodies: a refund with its amount in the body by mistake must not become a full refund. */
const NO_BODY = z.strictObject({})

/** A malformed id is a 404; other parameters are validated like any input. */
function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const isAboutIds = Object.keys(request.params as object).every((name) => name === 'id')
  try {
    return parse(endpoint.params!, request.params)
  } catch (error) {
    if (!isAboutIds) throw error
    const specific = endpoint.errors?.find((code) => code.endsWith('-not-found'))
    throw new AppError(specific ?? 'not-found')
  }
}

/** @throws AppError `invalid-input` with a message for each invalid field */
function parse(schema: z.ZodMiniType, input: unknown): unknown {
  const result = z.safeDecode(schema, input as never, { error: sentenceOf })
  if (result.success) return result.data
  const details = firstOfEachField(result.error.issues.flatMap(describeIssue))
  throw new AppError('invalid-input', { message: details[0]?.message ?? 'Please check what you entered.', details })
}

/** The message for an invalid field if the contract has none. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path?.length ? `'${issue.path.map(String).join('.')}'` : 'What was sent'
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? `${name} is missing.` : `${name} must be of type ${issue.expected}.`
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return `${name} must be at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `${name} must be at least ${issue.minimum}.`
  return undefined
}

/** Keeps one message per field: the first is the useful one, the rest follow from the same mistake. */
function firstOfEachField(details: { path: string; message: string }[]) {
  return details.filter((detail, index) => details.findIndex(({ path }) => path === detail.path) === index)
}

function describeIssue(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      message: `Unknown field '${key}'.`,
    }))
  return [
    { path, message: issue.message === 'Invalid input' ? `${path || 'The request'} is not valid.` : issue.message },
  ]
}

function respond(endpoint: Endpoint, result: unknown, reply: FastifyReply): unknown {
  if (endpoint.response === 'stream') return reply
  reply.code(result instanceof Answer ? result.status : statusesOf(endpoint)[0]!)
  const body = result instanceof Answer ? result.body : result
  if (endpoint.response === null) return reply.send()
  if (typeof endpoint.response === 'string') {
    const type = MEDIA_TYPES[endpoint.response]
    return reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type).send(body)
  }
  return reply.send(z.encode(endpoint.response, body as never))
}
