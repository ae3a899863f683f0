import { networkAddress, PASSWORD } from './builders.ts'
import { readMails } from './read-mail.ts'
import type { TestApp } from './test-app.ts'

let made = 0

/** The body of a registration that nothing is wrong with. */
export function newAccount(wish: Record<string, unknown> = {}) {
  made += 1
  const username = `newcomer${made}`
  const names = { firstName: 'Nia', lastName: 'New' }
  return { username, email: `${username}@example.com`, password: PASSWORD, ...names, phoneNumber: '555-0142', ...wish }
}

/** The calls of an account, each from a network of its own unless told otherwise. */
export function accountCalls(app: () => TestApp) {
  return {
    register: (body: object, ip = networkAddress()) => app().call('POST', '/api/auth/register', { body, ip }),
    login: (usernameOrEmail: string, password: string, ip = networkAddress()) =>
      app().call('POST', '/api/auth/login', { body: { usernameOrEmail, password }, ip }),
    me: (token: string) => app().call('GET', '/api/auth/me', { token }),
    forgot: (email: string, ip = networkAddress()) =>
      app().call('POST', '/api/auth/forgot-password', { body: { email }, ip }),
    reset: (token: string, password: string) =>
      app().call('POST', '/api/auth/reset-password', { body: { token, password } }),
    lastMail: async (to: string, kind: string) =>
      (await readMails(app(), to)).filter((mail) => mail.kind === kind).at(-1),
  }
}

/** One after the other, never at once. */
export async function inTurn<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index++) results.push(await work(index))
  return results
}
