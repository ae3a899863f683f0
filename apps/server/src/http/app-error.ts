import { type ErrorCode, errors } from '@arcadia/contract/catalog'
import { violatedUnique } from '../database/database-errors.ts'

interface Particulars {
  /** Replaces the catalogue's message with a more specific one. The answer to a 429 adds when to try again. */
  message?: string
  /** The one invalid field, or each with its message. */
  path?: string
  details?: { path: string; message: string; value?: unknown }[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected failure, with a code from the catalogue and a message customers may read. Anything else thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Particulars['details']
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { message = errors[code].message, path, ...particulars }: Particulars = {}) {
    const { status } = errors[code]
    super(message, { cause: particulars.cause })
    this.code = code
    this.status = status
    this.details = path === undefined ? particulars.details : [{ path, message }]
    this.retryAfterSeconds = particulars.retryAfterSeconds
  }
}

/** For `catch`: what another transaction wrote first, told by the unique index in the way, is refused with `code`. */
export const refuseTaken =
  (index: string | readonly string[], code: ErrorCode, particulars: Particulars = {}) =>
  (error: unknown): never => {
    const isTaken = [index].flat().includes(violatedUnique(error) ?? '')
    throw isTaken ? new AppError(code, { ...particulars, cause: error }) : error
  }
