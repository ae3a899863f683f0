import { type ErrorCode, endpointNames, endpoints, errors } from '@arcadia/contract/catalog'
import { type Access, type Endpoint, ErrorBody, statusesOf } from '@arcadia/contract/endpoint'
import * as fields from '@arcadia/contract/fields'
import * as modules from '@arcadia/contract/modules'
import * as money from '@arcadia/contract/money'
import * as textFields from '@arcadia/contract/text-fields'
import * as tripDate from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import { FORMS, MEDIA_TYPES, SHOWN } from './bind-endpoint.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document, generated from the contract, so it can't drift from the server. */
export function openApiDocument(publicUrl: string): object {
  const schemas = nameSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas.refer) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Arcadia', version: '1', description: 'The API behind the booking site and the admin portal.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: schemas.all(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

/** What the schemas of single values do not say themselves. */
const DESCRIBED = new Map<unknown, Json>([
  [tripDate.TripDate, { format: 'date', examples: ['2027-05-17'] }],
  [fields.Instant, { examples: ['2027-05-17T12:00:00.000Z'] }],
  [fields.TimeOfDay, { examples: ['13:30'] }],
  [textFields.Email, { format: 'email', examples: ['ana@example.com'] }],
  [textFields.PhoneNumber, { examples: ['+1 863 555 0142'] }],
  [fields.Id, { examples: [42] }],
  [money.Money, { description: 'Dollars with at most two decimals.', examples: [1400, 350.5] }],
])

const documentedBodies = new Map<Endpoint, z.ZodMiniType>()

/** The body with what a form may say beside it. */
function documentedBody(endpoint: Endpoint): z.ZodMiniType {
  if (!endpoint.overwrites) return endpoint.body!
  const known = documentedBodies.get(endpoint) ?? z.safeExtend(endpoint.body as z.ZodMiniObject, { shown: SHOWN })
  documentedBodies.set(endpoint, known)
  return known
}

/** Names each schema: as the contract exports it, otherwise after its call. */
function nameSchemas() {
  const registry = z.registry<{ id: string }>()
  const name = (schema: unknown, id: string) => {
    if (schema instanceof z.core.$ZodType && !registry.has(schema)) registry.add(schema, { id })
  }
  name(ErrorBody, 'Error')
  for (const module of [fields, textFields, money, tripDate, ...Object.values(modules)])
    for (const [exported, value] of Object.entries(module)) name(value, exported)
  for (const [endpoint, exported] of endpointNames) {
    const call = exported[0]!.toUpperCase() + exported.slice(1)
    if (endpoint.body) name(documentedBody(endpoint), `${call}Body`)
    name(endpoint.response, `${call}Answer`)
  }
  const addressOfSchema = (id: string) => `#/components/schemas/${id}`
  return {
    refer: (schema: z.ZodMiniType) => ({ $ref: addressOfSchema(registry.get(schema)!.id) }),
    all() {
      const { schemas } = z.toJSONSchema(registry, { ...FORM, uri: addressOfSchema })
      return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]))
    },
  }
}

const FORM: z.core.ToJSONSchemaParams = {
  io: 'input',
  unrepresentable: 'any',
  target: 'draft-2020-12',
  override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, DESCRIBED.get(zodSchema)),
}

function operation(endpoint: Endpoint, refer: (schema: z.ZodMiniType) => object): object {
  return {
    operationId: endpointNames.get(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    parameters: [
      ...parameters(endpoint, 'params', 'path'),
      ...parameters(endpoint, 'query', 'query'),
      ...(endpoint.takesKey ? [KEY_HEADER] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { [endpoint.takesForm ? FORMS[0] : 'application/json']: { schema: refer(documentedBody(endpoint)) } },
      },
    }),
    security: security[endpoint.access] ?? bearer,
    responses: { ...successes(endpoint, refer), ...failures(endpoint) },
  }
}

const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key again gets the first answer; with other content it is refused (`key-reused`).',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
}

const bearer = [{ bearer: [] }]
const security: Partial<Record<Access, object[]>> = { public: [], anyone: [{}, ...bearer] }

function parameters(endpoint: Endpoint, part: 'params' | 'query', location: 'path' | 'query'): object[] {
  const schema = endpoint[part]
  if (!schema) return []
  // Parameters are described in place: as text in an address, few of them are a schema of the contract.
  const { properties = {}, required = [] } = z.toJSONSchema(schema, FORM)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function successes(endpoint: Endpoint, refer: (schema: z.ZodMiniType) => object): Json {
  const { response } = endpoint
  const content =
    typeof response === 'string'
      ? { [MEDIA_TYPES[response]]: { schema: { type: 'string' } } }
      : response && { 'application/json': { schema: refer(response) } }
  const done = { description: 'Done.', ...(content && { content }) }
  return Object.fromEntries(statusesOf(endpoint).map((status) => [status, done]))
}

/** Every code that a client can cause: what the endpoint declares, and what follows from its form. */
export function failuresOf({
  method,
  access,
  params,
  query,
  body,
  takesKey,
  asksAgain,
  overwrites,
  errors = [],
}: Endpoint): ErrorCode[] {
  const isForAll = access === 'public' || access === 'anyone'
  const hasIds = params && 'id' in properties(params)
  return [
    ...(body || query || params || takesKey || method !== 'GET' ? (['invalid-input', 'malformed-body'] as const) : []),
    ...(isForAll ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(hasIds ? (['not-found'] as const) : []),
    ...(method === 'GET' ? [] : (['body-too-large', 'unsupported-media-type'] as const)),
    ...(asksAgain ? (['confirm-it-is-you'] as const) : []),
    ...(overwrites ? (['changed-meanwhile'] as const) : []),
    ...errors,
  ]
}

const properties = (schema: z.ZodMiniType): object => (schema as unknown as { shape?: object }).shape ?? {}

function failures(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(new Set(failuresOf(endpoint)), (code) => errors[code].status)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return {
    ...Object.fromEntries([...byStatus].map(([status, list]) => [status, { description: list.join(', '), content }])),
    default: { description: 'not-ready (503) while it restarts, internal-error (500)', content },
  }
}
