import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './documents.ts'

/** `/api/openapi.json`, and `/api/docs` to read it. */
export async function serveDocumentation(http: FastifyInstance, publicUrl: string): Promise<void> {
  const document = openApiDocument(publicUrl)
  http.get('/api/openapi.json', async () => document)
  await http.register(async (docs) => {
    // The reader brings an inline script and styles of its own; nothing else is served under this policy.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
    })
    await docs.register(scalar, {
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
  })
}
