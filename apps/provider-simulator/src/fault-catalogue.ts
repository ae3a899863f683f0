import { type Answer, authenticationFailed, gatewayError, html, invalid, oauthError, serviceErrors } from './answers.ts'
import { type Operation, operations } from './operations.ts'

/** What a fault does other than responding: cut the connection, never respond, or wait `delayMs`. */
export type Effect = 'drop' | 'hang' | 'delay'

interface FaultKind {
  /** `before`: nothing is processed. `verdict`: processed with this outcome. `after`: processed, then the fault. */
  stage: 'before' | 'verdict' | 'after'
  operations: readonly Operation[]
  effect?: Effect
  answer?: (operation: Operation, retryAfterSeconds: number) => Answer
}

const oauth: readonly Operation[] = ['exchange', 'refresh', 'revoke']
const withBearer: readonly Operation[] = ['charge', 'find-charge', 'capture', 'refund', 'find-refund', 'void']
const payments: readonly Operation[] = ['tokenize', ...withBearer]

export const faultCatalogue = {
  'lost-request': { stage: 'before', operations, effect: 'drop' },
  'lost-answer': { stage: 'after', operations, effect: 'drop' },
  hang: { stage: 'before', operations, effect: 'hang' },
  'hang-after': { stage: 'after', operations, effect: 'hang' },
  slow: { stage: 'before', operations, effect: 'delay' },
  'slow-after': { stage: 'after', operations, effect: 'delay' },
  'too-many-requests': {
    stage: 'before',
    operations,
    answer: (_, seconds) => gatewayError(429, 'TooManyRequests', { 'Retry-After': String(seconds) }),
  },
  unauthorized: {
    stage: 'before',
    operations: [...oauth, ...withBearer],
    answer: (operation) => (oauth.includes(operation) ? oauthError('invalid_client', 401) : authenticationFailed()),
  },
  forbidden: { stage: 'before', operations: withBearer, answer: () => gatewayError(403, 'AuthorizationFailed') },
  'server-error': { stage: 'before', operations, answer: () => serverError(500, 'Internal Server Error') },
  'server-error-after': { stage: 'after', operations, answer: () => serverError(500, 'Internal Server Error') },
  'bad-gateway': { stage: 'before', operations, answer: () => serverError(502, 'Bad Gateway') },
  'bad-gateway-after': { stage: 'after', operations, answer: () => serverError(502, 'Bad Gateway') },
  'unreadable-answer': {
    stage: 'after',
    operations,
    answer: () => ({ status: 200, body: '{"created": "20', headers: { 'Content-Type': 'application/json' } }),
  },
  'system-error': { stage: 'before', operations: payments, answer: systemError },
  'system-error-after': { stage: 'after', operations: payments, answer: systemError },
  'account-error': { stage: 'before', operations: withBearer, answer: accountError },
  'invalid-grant': { stage: 'before', operations: ['exchange', 'refresh'], answer: () => oauthError('invalid_grant') },
  'invalid-card': { stage: 'before', operations: ['tokenize', 'charge'], answer: () => invalid('card.number') },
  refuse: { stage: 'before', operations: ['capture', 'refund', 'void'], answer: () => invalid('chargeId') },
  decline: { stage: 'verdict', operations: ['charge', 'refund'] },
  'decline-error': { stage: 'verdict', operations: ['charge', 'capture', 'refund'] },
  'avs-fail': { stage: 'verdict', operations: ['charge'] },
  'cvv-fail': { stage: 'verdict', operations: ['charge'] },
  'fraud-warning': { stage: 'verdict', operations: ['charge'] },
  'fraud-error': { stage: 'verdict', operations: ['charge'] },
} as const satisfies Record<string, FaultKind>

export type FaultName = keyof typeof faultCatalogue
export const faultNames = Object.keys(faultCatalogue) as [FaultName, ...FaultName[]]

export function faultKind(name: FaultName): FaultKind {
  return faultCatalogue[name]
}

/** `any` matches every operation that the fault applies to. */
export function strikesAt(name: FaultName, operation: Operation | 'any'): boolean {
  const kind = faultKind(name)
  return operation === 'any' || kind.operations.includes(operation)
}

export function accountError(): Answer {
  return serviceErrors([{ code: 'PMT-3000', message: 'The merchant account could not be validated.' }])
}

function systemError(): Answer {
  return serviceErrors([
    { code: 'PMT-6000', message: 'A temporary issue prevented this request from being processed.' },
  ])
}

function serverError(status: number, title: string): Answer {
  return html(status, `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`)
}
