/** An HTTP response. Objects are sent as JSON, strings unchanged. */
export interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** Thrown by an operation that refuses a request; nothing has been changed. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('refused')
    this.answer = answer
  }
}

const infoLink = 'https://developer.intuit.com/v2/docs?redirectID=PayErrors'

const typesByThousand: Record<string, string> = {
  1: 'fraud_warning',
  2: 'fraud_error',
  3: 'account_error',
  4: 'invalid_request',
  5: 'transaction_declined',
  6: 'system_error',
}

interface ServiceError {
  code: `PMT-${number}`
  message: string
  detail?: string
  moreInfo?: string
}

/** The Payments service's error shape; `type` depends on the code's thousands digit. */
export function serviceErrors(errors: ServiceError[], status = 400): Answer {
  return {
    status,
    body: {
      errors: errors.map(({ code, ...rest }) => ({
        code,
        type: typesByThousand[code.charAt(4)] ?? 'system_error',
        ...rest,
        infoLink,
      })),
    },
  }
}

/** `PMT-4000` with the name of the invalid field, as the provider sends it. */
export function invalid(detail: string, status = 400): Answer {
  return serviceErrors([{ code: 'PMT-4000', message: `${detail} is invalid.`, detail }], status)
}

/** The gateway's error shape, for requests refused before they reach the Payments service. */
export function gatewayError(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers,
    body: { code, type: 'INPUT', message: null, detail: null, moreInfo: null },
  }
}

export function authenticationFailed(): Answer {
  return gatewayError(401, 'AuthenticationFailed', {
    'WWW-Authenticate': 'Bearer realm="Intuit", error="invalid_token"',
  })
}

/** OAuth's error shape. The provider rarely sends a description, so we send none. */
export function oauthError(error: string, status = 400): Answer {
  return { status, body: { error }, headers: noStore }
}

export const noStore = { 'Cache-Control': 'no-cache, no-store', Pragma: 'no-cache' }

export function html(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, body, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } }
}
