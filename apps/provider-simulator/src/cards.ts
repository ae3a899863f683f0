import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { invalid, Refused } from './answers.ts'
import type { Simulator } from './context.ts'
import { parseJson } from './request-input.ts'
import { digest, randomText } from './secrets.ts'
import { send, serve } from './serve.ts'
import type { Store } from './state.ts'
import { brandOf } from './test-cards.ts'

/** The stored part of a card: never its number or security code. */
export interface Card extends Omit<z.infer<typeof NewCardToken>['card'], 'number' | 'cvc'> {
  last4: string
  brand: string
}

/** A card waiting for its one charge; removed when used. */
export interface CardToken {
  card: Card
  expiresAt: number
  /** True once the fault requested by its name has been applied; a repeat succeeds. */
  isFaultSpent: boolean
}

const text = z.string().min(1).max(200)
const Address = z.object({
  streetAddress: text.optional(),
  city: text.optional(),
  region: text.optional(),
  country: text.optional(),
  postalCode: text.max(10).optional(),
})

const NewCardToken = z.object({
  card: z
    .object({
      name: z.string().max(200).default(''),
      number: z.string().refine((number) => brandOf(number) !== undefined),
      expMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
      expYear: z.string().regex(/^\d{4}$/),
      cvc: z.string().regex(/^\d{3,4}$/),
      address: Address.default({}),
    })
    .refine(({ number, cvc }) => cvc.length === (brandOf(number) === 'Amex' ? 4 : 3), { path: ['cvc'] }),
})

const tokenMs = 15 * 60 * 1000

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'DELETE, POST, GET, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Accept, Authorization, Request-Id, intuit_tid',
  'Access-Control-Expose-Headers': 'intuit_tid',
  'Access-Control-Max-Age': '600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** The only call made by the browser: exchanges a card for a single-use token. */
export function registerCards(app: FastifyInstance, simulator: Simulator): void {
  const path = '/quickbooks/v4/payments/tokens'
  const onRequest = async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(cors)
  }

  app.options(path, { onRequest }, async (_, reply) => send(reply, { status: 204 }))

  app.post(
    path,
    { onRequest },
    serve(simulator, {
      operation: 'tokenize',
      perform({ request }) {
        const { card } = parseJson(NewCardToken, request)
        refuseExpired(card, simulator.clock.now())
        const { number, cvc: _, ...rest } = card
        const value = randomText(24)
        const record: CardToken = {
          card: { ...rest, last4: number.slice(-4), brand: brandOf(number) ?? 'Unknown' },
          expiresAt: simulator.clock.now() + tokenMs,
          isFaultSpent: false,
        }
        simulator.store.commit([['cardTokens', digest(value), record]])
        return { status: 201, body: { value } }
      },
    }),
  )
}

/** The card behind this token, if it can still be charged. */
export function findCardToken({ store, clock }: Simulator, value: string): CardToken | undefined {
  const token = store.get('cardTokens', digest(value))
  return token && token.expiresAt > clock.now() ? token : undefined
}

export function spendFault(store: Store, value: string, token: CardToken): void {
  store.commit([['cardTokens', digest(value), { ...token, isFaultSpent: true }]])
}

function refuseExpired({ expMonth, expYear }: { expMonth: string; expYear: string }, now: number): void {
  // Valid through the last day of its month. Date.UTC counts months from 0, so this is the first day of the next one.
  if (Date.UTC(Number(expYear), Number(expMonth)) > now) return
  const isPastYear = Number(expYear) < new Date(now).getUTCFullYear()
  throw new Refused(invalid(isPastYear ? 'card.expYear' : 'card.expMonth'))
}
