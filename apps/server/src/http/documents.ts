import { endpointNames, endpoints, errors } from '@arcadia/contract/catalog'
import { type Access, type Endpoint, ErrorBody, statusesOf } from '@arcadia/contract/endpoint'
import * as z from 'zod/mini'
import { MEDIA_TYPES } from './bind-endpoint.ts'

const json = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

/** The OpenAPI 3.1 document, generated from the contract, so it can't drift from the server. */
export function openApiDocument(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Arcadia', version: '1', description: 'The API behind the booking site and the admin portal.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: json(ErrorBody) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(endpoint: Endpoint): object {
  return {
    operationId: endpointNames.get(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    parameters: [...parameters(endpoint, 'params', 'path'), ...parameters(endpoint, 'query', 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: json(endpoint.body) } } },
    }),
    security: security[endpoint.access] ?? bearer,
    responses: { ...successes(endpoint), ...failures(endpoint) },
  }
}

const bearer = [{ bearer: [] }]
const security: Partial<Record<Access, object[]>> = { public: [], anyone: [{}, ...bearer] }

function parameters(endpoint: Endpoint, part: 'params' | 'query', location: 'path' | 'query'): object[] {
  const schema = endpoint[part]
  if (!schema) return []
  const { properties = {}, required = [] } = json(schema) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function successes(endpoint: Endpoint): Record<string, object> {
  const statuses = statusesOf(endpoint)
  const { response } = endpoint
  const content =
    typeof response === 'string'
      ? { [MEDIA_TYPES[response]]: { schema: { type: 'string' } } }
      : response && { 'application/json': { schema: json(response) } }
  const done = { description: 'Done.', ...(content && { content }) }
  return Object.fromEntries(statuses.map((status) => [status, done]))
}

function failures(endpoint: Endpoint): Record<string, object> {
  const codes = [
    ...(endpoint.body || endpoint.query ? (['invalid-input'] as const) : []),
    ...(endpoint.access === 'public' || endpoint.access === 'anyone' ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(endpoint.errors ?? []),
  ]
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, { description: list.join(', '), content }]))
}
