import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** The `Idempotency-Key` of a call that moves money. @throws AppError `invalid-input` for one that no client of ours makes */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new AppError('invalid-input', { message: 'The Idempotency-Key is 1 to 200 visible characters.' })
}
