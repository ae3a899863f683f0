import { type ErrorCode, errors } from '@arcadia/contract/catalog'

interface Particulars {
  /** Replaces the catalogue's message with a more specific one. */
  message?: string
  /** The one invalid field, or each with its message. */
  path?: string
  details?: { path: string; message: string }[]
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
    super(message, { cause: particulars.cause })
    this.code = code
    this.status = errors[code].status
    this.details = path === undefined ? particulars.details : [{ path, message }]
    this.retryAfterSeconds = particulars.retryAfterSeconds
  }
}
