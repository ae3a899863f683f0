import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { invalid, Refused, serviceErrors } from './answers.ts'

const ChargeParams = z.object({ chargeId: z.string() })

/** Parses a JSON body with its schema. @throws Refused naming each invalid field, such as `card.number` */
export function parseJson<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const parsed = schema.safeParse(jsonOf(request))
  if (parsed.success) return parsed.data
  const details = new Set(parsed.error.issues.map((issue) => issue.path.join('.') || 'request'))
  throw new Refused(
    serviceErrors([...details].map((detail) => ({ code: 'PMT-4000', message: `${detail} is invalid.`, detail }))),
  )
}

function jsonOf(request: FastifyRequest): unknown {
  if (typeof request.body !== 'string') throw new Refused(invalid('request'))
  if (!isOfType(request, 'application/json')) throw new Refused(invalid('request', 415))
  try {
    return JSON.parse(request.body) as unknown
  } catch {
    throw new Refused(invalid('request'))
  }
}

/** The fields of a form body; other bodies have none. The last value of a repeated field counts. */
export function formFields(request: FastifyRequest): Record<string, string> {
  if (typeof request.body !== 'string' || !isOfType(request, 'application/x-www-form-urlencoded')) return {}
  return Object.fromEntries(new URLSearchParams(request.body))
}

/** The charge id in the URL; empty, and so unknown, if there is none. */
export function chargeIdOf(request: FastifyRequest): string {
  const parsed = ChargeParams.safeParse(request.params)
  return parsed.success ? parsed.data.chargeId : ''
}

function isOfType(request: FastifyRequest, type: string): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type
}
