import { createHash } from 'node:crypto'
import { served } from '@arcadia/contract/addresses'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiDocument } from './documents.ts'

/** For the API reader only, which needs inline styles. It runs where the portal's session lives, so only its own script may run. */
function policyFor(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => ` 'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  return `default-src 'none'; script-src 'self'${scripts.join('')}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`
}

/** Serves the OpenAPI document and its reader. */
export async function serveDocumentation(http: FastifyInstance, publicUrl: string): Promise<void> {
  // The document is generated on first use, because few people read it and it costs 0.1 seconds and 20 MB.
  let written: object | undefined
  const document = () => {
    written ??= openApiDocument(publicUrl)
    return written
  }
  http.get(served.openApi.path, async () => document())

  let reader: Promise<FastifyInstance> | undefined
  const read = async (request: FastifyRequest, reply: FastifyReply) => {
    reader ??= loadReader(document())
    const { statusCode, headers, rawPayload } = await (await reader).inject(request.url)
    for (const name of ['content-type', 'location']) if (headers[name] !== undefined) reply.header(name, headers[name])
    const isPage = String(headers['content-type']).startsWith('text/html')
    const policy = policyFor(isPage ? rawPayload.toString() : '')
    return reply.code(statusCode).header('content-security-policy', policy).send(rawPayload)
  }
  http.get(served.docs.path, read)
  http.get(`${served.docs.path}/*`, read)
}

async function loadReader(document: object): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await reader.register(scalar, {
    routePrefix: served.docs.path,
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
