import { createConnectTicket, startConnection } from '@arcadia/contract/merchant'
import type { TestApp } from './test-app.ts'

/** The simulator's two made-up companies. */
export const REALM = '9341452819930471201'
export const OTHER_REALM = '9130357219886406533'

/** Approves the connection on the provider's consent page; returns the parameters of the redirect back. */
export async function consent(app: TestApp, admin: string, realm = REALM) {
  const { ticket } = await app.call(createConnectTicket, { token: admin })
  const { headers } = await app.answer(startConnection, { query: { ticket } })
  const url = new URL(String(headers.location))
  const response = await fetch(url.origin + url.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...url.searchParams, ['decision', 'approve'], ['realm', realm]]),
  })
  const answer = Object.fromEntries(new URL(response.headers.get('location')!).searchParams)
  return answer as { code: string; realmId: string; state: string }
}
