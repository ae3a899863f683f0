import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { login, register } from '@arcadia/contract/accounts'
import type { Experiment } from '../experiment.ts'
import type { Client } from '../support/client.ts'
import { startSystem } from '../support/system.ts'

const CLIENTS = 8

/** The product's list of common passwords, also tried in capitals. */
const COMMON = join(import.meta.dirname, '../../apps/server/src/features/accounts/common-passwords.txt')

/** Long passwords of all kinds of characters; each must work in full, exactly as typed. */
const LONG = [
  `${'a'.repeat(63)}b`,
  `${'four words and a space '.repeat(11)}end`,
  `${'a'.repeat(255)}b`,
  'Ærøskøbing ἀλώπηξ 狐狸 fox',
  '🎣🐟🛶🌅🐊🦅🐢🌴',
  '  leading and trailing spaces  ',
  'e\u0301 is not é',
  `"quotes" 'and' \\backslash; --`,
  'tab\tand new\nline',
]

let made = 0
function signUp(server: Client, password: string) {
  const username = `password-${++made}`
  const body = { username, email: `${username}@example.com`, phoneNumber: '(863) 555-0142', password }
  return { username, answer: server.answer(register, { body }) }
}

export const passwords: Experiment = {
  id: 'R20',
  title: 'Which passwords are accepted',
  async run({ say }) {
    const system = await startSystem(1)
    try {
      const [server] = system.servers
      const words = readFileSync(COMMON, 'utf8').trim().split(/\s+/)
      const common = words.flatMap((word) => [word, word.toUpperCase()]).filter(({ length }) => length >= 6)
      const accepted: string[] = []
      const left = [...common]
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          for (let password = left.pop(); password !== undefined; password = left.pop()) {
            const { status, body } = await signUp(server!, password).answer
            const why = body.details?.find(({ path }) => path === 'password')?.message
            if (status !== 400 || body.error !== 'password-refused' || !why) accepted.push(`${password}: ${status}`)
          }
        }),
      )
      say(`${common.length} common passwords, ${accepted.length} not refused`)
      const altered: string[] = []
      for (const password of LONG) {
        const { username, answer } = signUp(server!, password)
        const { status } = await answer
        const signIn = async (password: string) =>
          (await server!.answer(login, { body: { usernameOrEmail: username, password } })).status
        const statuses = [status, await signIn(password), await signIn(password.slice(0, -1))]
        if (String(statuses) !== '201,200,401') altered.push(`${JSON.stringify(password.slice(0, 40))}: ${statuses}`)
      }
      const tooLong = (await signUp(server!, 'a'.repeat(257)).answer).status
      for (const line of [...accepted, ...altered].slice(0, 20)) console.error(`    ${line}`)
      return [
        {
          what: 'common passwords are refused with a reason, in lower and upper case',
          tried: `${common.length} passwords`,
          figure: `${accepted.length} accepted`,
          bar: '0',
          held: common.length > 0 && accepted.length === 0,
        },
        {
          what: 'long passwords of any characters work exactly as typed, and not without the last character; 257 characters are refused',
          tried: `${LONG.length} passwords, and one of 257 characters`,
          figure: `${altered.length} wrong; ${tooLong}`,
          bar: '0; 400',
          held: altered.length === 0 && tooLong === 400,
        },
      ]
    } finally {
      await system.close()
    }
  },
}
