import { afterEach, expect, test, vi } from 'vitest'
import { testCard, toPayload } from './card.rules.ts'
import { tokeniseCard } from './card-token.ts'

vi.mock('../../site-data.ts', () => ({ readSiteData: () => ({ tokenUrl: 'https://provider.example/tokens' }) }))
afterEach(() => vi.unstubAllGlobals())

const tokenise = () =>
  tokeniseCard(toPayload(testCard({ year: 2027, month: 5 })), { token: 'session', realmId: undefined })

test('whoever loses the signal is told that nothing was charged', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(tokenise()).rejects.toThrow(
    'Failed to tokenize card information. Check your connection and try again: nothing was charged.',
  )
})

test('an answer without a token says what the specification says, a refusal its status', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await expect(tokenise()).rejects.toThrow(/^Failed to tokenize card information$/)
  vi.stubGlobal('fetch', async () => new Response('', { status: 400, statusText: 'Bad Request' }))
  await expect(tokenise()).rejects.toThrow('tokenization failed: Bad Request')
})
