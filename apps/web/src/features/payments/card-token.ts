import { type CardPayload, createCardToken } from '@arcadia/contract/payments'
import { call } from '../../api.ts'
import { readSiteData } from '../../site-data.ts'

const FALLBACK = 'Failed to tokenize card information'
/** Whoever lost the signal while paying wants to know one thing. */
const UNREACHABLE = `${FALLBACK}. Check your connection and try again: nothing was charged.`

/**
 * Turns a card into the provider's single-use token. The card goes straight to the provider, so that it never reaches
 * our server; only where the page has no address for that does it take the server's path.
 */
export async function tokeniseCard(card: CardPayload, options: { token: string; realmId: string | undefined }) {
  const { tokenUrl } = readSiteData()
  if (tokenUrl) return sendToProvider(tokenUrl, card)
  const { token, realmId } = options
  const answer = await call(createCardToken, { query: { realmId }, body: card }, { token, fallback: FALLBACK })
  return answer.value
}

async function sendToProvider(url: string, card: CardPayload): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(card),
    credentials: 'omit',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new Error(UNREACHABLE, { cause })
  })
  // HTTP/2 has no status text.
  if (!response.ok) throw new Error(`tokenization failed: ${response.statusText || response.status}`)
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer === 'object' && answer && 'value' in answer && typeof answer.value === 'string') return answer.value
  throw new Error(FALLBACK)
}
