import { type ErrorCode, errors } from '@arcadia/contract/catalog'

interface Particulars {
  /** Replaces the catalogue's message with a more specific one. */
  message?: string
  /** The invalid fields. */
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

  constructor(code: ErrorCode, particulars: Particulars = {}) {
    super(particulars.message ?? errors[code].message, { cause: particulars.cause })
    this.code = code
    this.status = errors[code].status
    this.details = particulars.details
    this.retryAfterSeconds = particulars.retryAfterSeconds
  }
}
