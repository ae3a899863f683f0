import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiDocument } from './documents.ts'

/** Of the reader, which brings an inline script and styles of its own; nothing else is served under this policy. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** `/api/openapi.json`, and `/api/docs` to read it. */
export async function serveDocumentation(http: FastifyInstance, publicUrl: string): Promise<void> {
  // The document is made when it is first read, because few people read it and it takes a tenth of a second and 20 MB.
  let written: object | undefined
  const document = () => {
    written ??= openApiDocument(publicUrl)
    return written
  }
  http.get('/api/openapi.json', async () => document())

  let reader: Promise<FastifyInstance> | undefined
  const read = async (request: FastifyRequest, reply: FastifyReply) => {
    reader ??= loadReader(document())
    const { statusCode, headers, rawPayload } = await (await reader).inject(request.url)
    for (const name of ['content-type', 'location']) if (headers[name] !== undefined) reply.header(name, headers[name])
    return reply.code(statusCode).header('content-security-policy', POLICY).send(rawPayload)
  }
  http.get('/api/docs', read)
  http.get('/api/docs/*', read)
}

async function loadReader(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await reader.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      content: document,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
  return reader
}
