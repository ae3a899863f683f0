import type { Session } from '@arcadia/contract/accounts'
import { type CardField, type CardPayload, createCardToken, refusedCardField } from '@arcadia/contract/payments'
import * as z from 'zod/mini'
import { ApiError, call, TRY_LATER } from '../../api/call.ts'
import { readSiteData } from '../../prerender/site-data.ts'

const FALLBACK = 'Failed to tokenize card information'

/** How each field of the card is called in a sentence. */
const FIELD_NAMES: Record<CardField, string> = {
  number: 'card number',
  expMonth: 'expiration date',
  expYear: 'expiration date',
  cvc: 'CVV',
  name: 'cardholder name',
  streetAddress: 'street address',
  city: 'city',
  region: 'state or region',
  postalCode: 'postal code',
  country: 'country',
}

const UNSENT = "You weren't charged. Check your connection and press Pay again."

const ADVICE = {
  /** Mostly a mistyped number, if no field was named. */
  mistyped: 'Check the card number, date and CVV',
  refused: TRY_LATER,
}

/** A card that couldn't be tokenized: the message is the specified one, the advice shows beside it. */
export class CardTokenError extends Error {
  readonly advice: string
  /** The field to correct. */
  readonly field: CardField | undefined
  /** What to say at it, if the provider named it. */
  readonly fieldError: string | undefined
  /** It never left this device, so the same press may be made again. */
  readonly isUnsent: boolean

  constructor(
    message: string,
    kind: keyof typeof ADVICE | 'unsent',
    options?: ErrorOptions & { named?: CardField | undefined },
  ) {
    super(message, options)
    const name = options?.named && FIELD_NAMES[options.named]
    this.isUnsent = kind === 'unsent'
    this.advice = kind === 'unsent' ? UNSENT : `${name ? `Check the ${name}` : ADVICE[kind]}; nothing was charged.`
    this.field = options?.named ?? (kind === 'mistyped' ? 'number' : undefined)
    this.fieldError = name && `Please check the ${name}`
  }
}

/**
 * Turns a card into the provider's single-use token. Card data goes straight to the provider and never reaches our
 * server, unless the page has no address for that.
 */
export async function tokenizeCard(
  card: CardPayload,
  options: { session: Session | null; realmId: string | undefined },
) {
  const { tokenUrl } = readSiteData()
  return tokenUrl ? sendToProvider(tokenUrl, card) : sendToServer(card, options)
}

async function sendToServer(
  card: CardPayload,
  { session, realmId }: { session: Session | null; realmId: string | undefined },
) {
  try {
    return (
      await call(createCardToken, { query: { realmId }, body: card }, { as: session ?? undefined, fallback: FALLBACK })
    ).value
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const kind = cause.status === 0 ? 'unsent' : cause.code === 'card-token-refused' ? 'mistyped' : 'refused'
    const named = refusedCardField(cause.details?.[0]?.path ?? '')?.field
    // A token's error has advice of its own.
    const message = cause.message.startsWith(FALLBACK) ? FALLBACK : cause.message
    throw new CardTokenError(message, kind, { cause, named })
  }
}

/** HTTP/2 omits status texts; these are the likely ones. */
const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

const Refusal = z.object({ errors: z.array(z.object({ detail: z.optional(z.nullable(z.string())) })) })

/** The field that the provider's refusal names. */
function namedField(answer: unknown): CardField | undefined {
  const { errors = [] } = z.safeParse(Refusal, answer).data ?? {}
  return errors.flatMap(({ detail }) => refusedCardField(detail ?? '')?.field ?? [])[0]
}

async function sendToProvider(url: string, card: CardPayload): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(card),
    credentials: 'omit',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new CardTokenError(FALLBACK, 'unsent', { cause })
  })
  const { ok, status, statusText } = response
  if (!ok) {
    const reason = statusText || STATUS_TEXTS[status] || status
    const named = status === 400 ? namedField(await response.json().catch(() => null)) : undefined
    throw new CardTokenError(`tokenization failed: ${reason}`, status === 400 ? 'mistyped' : 'refused', { named })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer === 'object' && answer && 'value' in answer && typeof answer.value === 'string') return answer.value
  throw new CardTokenError(FALLBACK, 'refused')
}
