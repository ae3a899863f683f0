import Fastify from 'fastify'
import * as z from 'zod'
import { simulator } from './simulator.ts'

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  QUICKBOOKS_ENVIRONMENT: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  HOST: z.string().default('127.0.0.1'),
  STATE_DIR: z.string().default('./data/simulator'),
  PUBLIC_URL: z.string().default(''),
  CLIENT_ID: z.string().optional(),
  CLIENT_SECRET: z.string().optional(),
  REDIRECT_URIS: z
    .string()
    .default('http://localhost:3000/quickbooks/callback')
    .transform((list) => list.split(',').map((uri) => uri.trim())),
})

const parsed = Environment.safeParse(process.env)
if (!parsed.success) refuse(z.prettifyError(parsed.error))
const environment = parsed.data
const isProduction = [environment.NODE_ENV, environment.QUICKBOOKS_ENVIRONMENT].some(
  (name) => name?.trim().toLowerCase() === 'production',
)
if (isProduction) refuse('The simulator refuses to start with a production environment.')

const app = Fastify({ forceCloseConnections: true })
await app.register(simulator, {
  stateDir: environment.STATE_DIR,
  publicUrl: environment.PUBLIC_URL,
  clientId: environment.CLIENT_ID,
  clientSecret: environment.CLIENT_SECRET,
  redirectUris: environment.REDIRECT_URIS,
})
const address = await app.listen({ port: environment.PORT, host: environment.HOST })
process.stdout.write(`simulator listening on ${address}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close())

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
