import { refusedCardField } from '@arcadia/contract/payments'
import * as z from 'zod/mini'
import type {
  CardTokenOutcome,
  ChargeOutcome,
  FindOutcome,
  ProviderChargeStatus,
  RefundOutcome,
  VoidOutcome,
} from './provider.ts'

/** The raw response. */
export interface Answer {
  status: number
  text: string
}

const Charge = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.string(),
  amount: z.string(),
  currency: z.optional(z.string()),
  card: z.optional(z.object({ number: z.optional(z.string()), cardType: z.optional(z.string()) })),
  refundDetail: z.optional(z.array(z.object({ amount: z.string(), status: z.string() }))),
})
const Refund = z.object({ id: z.string().check(z.minLength(1)), status: z.string(), type: z.optional(z.string()) })
const ServiceErrors = z.object({
  errors: z
    .array(
      z.object({
        code: z.string(),
        message: z.optional(z.nullable(z.string())),
        detail: z.optional(z.nullable(z.string())),
      }),
    )
    .check(z.minLength(1)),
})
const CardToken = z.object({ value: z.string().check(z.minLength(1)) })

interface ServiceError {
  code: string
  /** Such as `token` or `card.number`, lowercased. */
  detail: string
  message: string
}

/** Implements docs/payments.md, "What an answer means". The HTTP status alone proves nothing. */
export function judgeCharge(answer: Answer, expectedCents: number): ChargeOutcome {
  const charge = z.safeParse(Charge, parseJson(answer.text))
  if (isSuccess(answer) && charge.success) return judgeChargeObject(charge.data, expectedCents)
  const errors = serviceErrors(answer)
  const error = errors[0]
  const problem = problemOf(answer, error)
  if (answer.status === 401 || answer.status === 403 || answer.status === 429)
    return { kind: 'not-charged', code: 'payments-unavailable', problem }
  if (answer.status < 400 || answer.status >= 500) return { kind: 'unknown', problem }
  // PMT-1: it went through with a warning. PMT-6: not a decline, and no proof that nothing happened. Either one decides.
  if (errors.some(({ code }) => isIn(code, '1') || isIn(code, '6'))) return { kind: 'unknown', problem }
  if (error && (isIn(error.code, '5') || isIn(error.code, '2')))
    return { kind: 'declined', message: declineMessage(error), problem, isTokenRefused: false }
  if (error && isIn(error.code, '4') && (isAboutToken(error) || isAboutCard(error)))
    return { kind: 'declined', message: CARD_REFUSED, problem, isTokenRefused: isAboutToken(error) }
  if (error && isIn(error.code, '4')) return { kind: 'not-charged', code: 'payment-failed', problem }
  if (error && isIn(error.code, '3')) return { kind: 'not-charged', code: 'payments-unavailable', problem }
  if (answer.status === 402) return { kind: 'declined', message: DECLINED, problem, isTokenRefused: false }
  return { kind: 'unknown', problem }
}

function judgeChargeObject(charge: z.infer<typeof Charge>, expectedCents: number): ChargeOutcome {
  const problem = `charge ${charge.id} is ${charge.status}, ${charge.amount} ${charge.currency ?? ''}`
  if (charge.status === 'DECLINED') return { kind: 'declined', message: DECLINED, problem, isTokenRefused: false }
  const isPaid = charge.status === 'CAPTURED' || charge.status === 'SETTLED'
  if (!isPaid || toCents(charge.amount) !== expectedCents || (charge.currency ?? 'USD') !== 'USD')
    return { kind: 'unknown', problem }
  return {
    kind: 'captured',
    chargeId: charge.id,
    cardBrand: charge.card?.cardType ?? null,
    last4: /\d{4}$/.exec(charge.card?.number ?? '')?.[0] ?? null,
  }
}

export function judgeFind(answer: Answer): FindOutcome {
  const charge = z.safeParse(Charge, parseJson(answer.text))
  if (isSuccess(answer) && charge.success) {
    const { id, status, amount, refundDetail = [] } = charge.data
    // A charge reads REFUNDED after any partial refund, so only the sum says how much was refunded.
    const refunded = refundDetail
      .filter((refund) => refund.status !== 'DECLINED')
      .reduce((sum, refund) => sum + toCents(refund.amount), 0)
    return {
      kind: 'found',
      charge: {
        chargeId: id,
        status: chargeStatus(status),
        amountCents: toCents(amount),
        refundedCents: refunded,
        isSettled: status === 'SETTLED',
      },
    }
  }
  const error = serviceError(answer)
  if (answer.status === 404 || error?.code === 'PMT-4000' || error?.code === 'PMT-4001') return { kind: 'missing' }
  return { kind: 'unknown', problem: problemOf(answer, error) }
}

export function judgeRefund(answer: Answer): RefundOutcome {
  const refund = z.safeParse(Refund, parseJson(answer.text))
  const error = serviceError(answer)
  const problem = problemOf(answer, error)
  if (isSuccess(answer) && refund.success) {
    if (refund.data.status === 'ISSUED' || refund.data.status === 'SETTLED')
      return { kind: 'refunded', refundId: refund.data.id }
    return refund.data.status === 'DECLINED' ? { kind: 'refused', problem: 'Declined.' } : { kind: 'unknown', problem }
  }
  return error && !error.code.startsWith('PMT-6') && !error.code.startsWith('PMT-1')
    ? { kind: 'refused', problem }
    : { kind: 'unknown', problem }
}

export function judgeVoid(answer: Answer): VoidOutcome {
  const result = z.safeParse(Refund, parseJson(answer.text))
  const error = serviceError(answer)
  const problem = problemOf(answer, error)
  if (isSuccess(answer) && result.success)
    return result.data.status === 'ISSUED' && result.data.type === 'VOID'
      ? { kind: 'voided' }
      : { kind: 'unknown', problem }
  if ((error && !error.code.startsWith('PMT-6')) || answer.status === 404) return { kind: 'refused', problem }
  return { kind: 'unknown', problem }
}

export function judgeCardToken(answer: Answer): CardTokenOutcome {
  const token = z.safeParse(CardToken, parseJson(answer.text))
  if (isSuccess(answer) && token.success) return { kind: 'created', token: token.data.value }
  const error = serviceError(answer)
  if (error?.code.startsWith('PMT-4'))
    return { kind: 'refused', message: CARD_REFUSED, path: refusedCardField(error.detail)?.path }
  return { kind: 'failed', code: error ? 'payment-failed' : 'payments-unavailable', problem: problemOf(answer, error) }
}

/** True if the connection was never made, so nothing can have been charged. */
export function provesNothingSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) return true
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(provesNothingSent)
  return provesNothingSent(error.cause)
}

const DECLINED = 'Your card was declined. Try another card or call your bank.'
const CARD_REFUSED = 'Your card details were refused. Please check them and try again.'

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300
/** `PMT-5000` is in range 5. */
const isIn = (code: string, range: string) => code.startsWith(`PMT-${range}`)
const isAboutCard = ({ detail }: ServiceError) => detail.startsWith('card')
/** Falls back to the message, because the detail is sometimes missing. */
const isAboutToken = ({ detail, message }: ServiceError) => detail.startsWith('token') || /^token is/i.test(message)

/** Our own messages, because the provider's are technical. */
function declineMessage(error: ServiceError): string {
  return error.code.startsWith('PMT-2')
    ? "The card's security code or billing address did not match. Please check them and try again."
    : DECLINED
}

function chargeStatus(status: string): ProviderChargeStatus {
  switch (status) {
    case 'CAPTURED':
    case 'SETTLED':
      return 'captured'
    case 'DECLINED':
      return 'declined'
    case 'CANCELLED':
      return 'cancelled'
    case 'REFUNDED':
      return 'refunded'
    default:
      return 'other'
  }
}

function serviceErrors(answer: Answer): ServiceError[] {
  const parsed = z.safeParse(ServiceErrors, parseJson(answer.text))
  if (!parsed.success) return []
  return parsed.data.errors.map(({ code, detail, message }) => ({
    code,
    detail: (detail ?? '').toLowerCase(),
    message: message ?? '',
  }))
}

const serviceError = (answer: Answer) => serviceErrors(answer)[0]

/** For the log and the owner: codes and statuses, never the whole body. */
function problemOf(answer: Answer, error: ServiceError | undefined): string {
  return error ? `${error.code} ${error.detail} ${error.message}`.trim() : `HTTP ${answer.status}`
}

/** Decimal text to whole cents, avoiding floating point. */
function toCents(amount: string): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
