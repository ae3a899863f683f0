import { type ErrorCode, errors } from '@arcadia/contract/catalog'

interface Particulars {
  /** Replaces the catalogue's sentence where a more exact one helps. */
  message?: string
  /** The fields it concerns. */
  details?: { path: string; message: string }[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** An expected failure: its code is in the catalogue, its message fit for a customer. Anything else thrown is a bug. */
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
