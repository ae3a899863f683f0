import type { Session } from '@arcadia/contract/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testCard, toPayload } from './card.rules.ts'
import { tokenizeCard } from './card-token.ts'

let tokenUrl: string | undefined
vi.mock('../../prerender/site-data.ts', () => ({ readSiteData: () => ({ tokenUrl, business: { phone: '' } }) }))
beforeEach(() => {
  tokenUrl = 'https://provider.example/tokens'
})
afterEach(() => vi.unstubAllGlobals())

const tokenize = () =>
  tokenizeCard(toPayload(testCard({ year: 2027, month: 5 })), {
    session: { token: 'session' } as Session,
    realmId: undefined,
  })

test('a lost connection says that nothing was charged', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(tokenize()).rejects.toMatchObject({
    message: 'Failed to tokenize card information',
    advice: "You weren't charged. Check your connection and press Pay again.",
    isUnsent: true,
  })
})

test('an answer without a token says that the card could not be tokenized', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await expect(tokenize()).rejects.toThrow(/^Failed to tokenize card information$/)
})

test.each(['Bad Request', ''])(
  'a refused card says what to check, over HTTP/1 and HTTP/2 (status text "%s")',
  async (statusText) => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 400, statusText }))
    await expect(tokenize()).rejects.toMatchObject({
      message: 'tokenization failed: Bad Request',
      advice: 'Check the card number, date and CVV; nothing was charged.',
      field: 'number',
      fieldError: undefined,
    })
  },
)

test.each([
  ['card.number', 'number', 'card number'],
  ['card.cvc', 'cvc', 'CVV'],
  ['card.expMonth', 'expMonth', 'expiration date'],
  ['card.address.postalCode', 'postalCode', 'postal code'],
  ['Card.Address.Region', 'region', 'state or region'],
])('a refusal that names %s is told at that field', async (detail, field, name) => {
  const errors = [{ code: 'PMT-4000', type: 'invalid_request', message: 'is invalid', detail }]
  vi.stubGlobal('fetch', async () => Response.json({ errors }, { status: 400 }))
  await expect(tokenize()).rejects.toMatchObject({
    advice: `Check the ${name}; nothing was charged.`,
    field,
    fieldError: `Please check the ${name}`,
  })
})

test("the provider's own errors are not blamed on the card", async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(tokenize()).rejects.toMatchObject({
    message: 'tokenization failed: Service Unavailable',
    advice: 'Please try again in a moment; nothing was charged.',
    field: undefined,
  })
})

describe('through our server', () => {
  beforeEach(() => {
    tokenUrl = undefined
    vi.stubGlobal('window', { location: { hostname: 'localhost' } })
  })
  const refuses = (status: number, error: string) =>
    vi.stubGlobal('fetch', async () => Response.json({ message: 'No.', error }, { status }))

  test('a refused card says what to check', async () => {
    refuses(400, 'card-token-refused')
    await expect(tokenize()).rejects.toMatchObject({
      message: 'No.',
      advice: 'Check the card number, date and CVV; nothing was charged.',
      field: 'number',
    })
  })

  test.each([
    [429, 'too-many-requests'],
    [403, 'card-tokens-off'],
    [409, 'realm-mismatch'],
    [502, 'provider-unavailable'],
  ])('%i %s does not count as a mistyped card', async (status, error) => {
    refuses(status, error)
    await expect(tokenize()).rejects.toMatchObject({
      advice: 'Please try again in a moment; nothing was charged.',
      field: undefined,
    })
  })
})
