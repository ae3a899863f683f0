import { registerNewcomer } from '@arcadia/contract/newcomers'
import { type Client, insist } from './client.ts'

let made = 0

/** Registers a newcomer and returns their token. */
export async function aNewcomer(server: Client, lastName = 'Angler'): Promise<string> {
  made += 1
  const person = { firstName: 'Ada', lastName, phoneNumber: '(863) 555-0142', email: `newcomer-${made}@example.com` }
  const { status, body: session } = await insist(() => server.answer(registerNewcomer, { body: person }))
  if (status !== 201) throw new Error(`Registering a newcomer failed: ${status} ${JSON.stringify(session)}`)
  return session.token
}
