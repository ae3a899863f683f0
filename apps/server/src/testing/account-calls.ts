import { forgotPassword, getMe, login, register, resetPassword } from '@arcadia/contract/accounts'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import type { Limit } from '../http/limits.rules.ts'
import { networkAddress, PASSWORD } from './builders.ts'
import { readMails } from './read-mail.ts'
import type { TestApp } from './test-app.ts'

type NewAccount = WireInput<typeof register>['body']

let made = 0

/** A valid registration body. */
export function newAccount(input: Partial<NewAccount> = {}): NewAccount {
  made += 1
  const username = `newcomer${made}`
  const names = { firstName: 'Nia', lastName: 'New' }
  return { username, email: `${username}@example.com`, password: PASSWORD, ...names, phoneNumber: '555-0142', ...input }
}

/** Account calls, each from a different network by default. */
export function accountCalls(app: () => TestApp) {
  return {
    register: (body: NewAccount, ip = networkAddress()) => app().answer(register, { body, ip }),
    login: (usernameOrEmail: string, password: string, ip = networkAddress()) =>
      app().answer(login, { body: { usernameOrEmail, password }, ip }),
    me: (token: string) => app().answer(getMe, { token }),
    /** Requests a reset link and sends the email. */
    async forgot(email: string, ip = networkAddress()) {
      const reply = await app().answer(forgotPassword, { body: { email }, ip })
      await app().app.runJobs()
      return reply
    },
    reset: (token: string, password: string) => app().answer(resetPassword, { body: { token, password } }),
    lastMail: async (to: string, kind: string) => (await readMails(app(), to, kind)).at(-1),
  }
}

/** Counts uses of a rate limit, all of them now. */
export async function useUp({ database, clock }: TestApp, { key, windowMs }: Limit, count: number): Promise<void> {
  const now = clock.now()
  const counter = { uses: Array<Date>(count).fill(now), ends_at: new Date(now.getTime() + windowMs) }
  const inserting = database.db.insertInto('rate_counters').values({ key, ...counter })
  await inserting.onConflict((row) => row.column('key').doUpdateSet(counter)).execute()
}

/** Runs the work sequentially. */
export async function inTurn<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index++) results.push(await work(index))
  return results
}
