import type { Endpoint } from './endpoint.ts'
import * as modules from './modules.ts'

type CodesOf<Module> = Module extends { errors: infer E } ? keyof E : never
export type ErrorCode = CodesOf<(typeof modules)[keyof typeof modules]>

/** The complete error catalog: code, status and a sentence a customer can read. */
export const errors: Readonly<Record<ErrorCode, { status: number; message: string }>> = Object.assign(
  {},
  ...Object.values(modules).map((module) => 'errors' in module && module.errors),
)

function isEndpoint(entry: [name: string, value: unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** The name under which the contract exports each endpoint. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  Object.values(modules)
    .flatMap((module) => Object.entries(module).filter(isEndpoint))
    .map(([name, endpoint]) => [endpoint, name]),
)

/** Every endpoint that a contract file exports. The server refuses to start if one is unbound. */
export const endpoints: readonly Endpoint[] = [...endpointNames.keys()]
