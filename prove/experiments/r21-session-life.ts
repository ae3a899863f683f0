import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { changePassword, getMe, login, logout, logoutEverywhere, register } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { setPosition } from '@arcadia/contract/admin/people'
import { endpoints } from '@arcadia/contract/catalog'
import type { Experiment } from '../experiment.ts'
import { type Client, clientOf } from '../support/client.ts'
import { aNewcomer } from '../support/people.ts'
import { seededRandom } from '../support/random.ts'
import { type System, startSystem } from '../support/system.ts'

const REFUSED_WITHIN_MS = 1000
const SESSIONS = 1000
const SHORT_FORM_SESSIONS = 48
const AT_ONCE = 6
/** When a refused session is checked once more. */
const SURE_AFTER_MS = 1200
const CACHED_FOR_MS = 4000

/** A session and the action that ends it. */
interface Ending {
  token: string
  end(server: Client): Promise<unknown>
}

let made = 0
async function aMember(server: Client) {
  const username = `member-${++made}`
  const account = { username, email: `${username}@example.com`, phoneNumber: '(863) 555-0142' }
  const { token } = await server.call(register, { body: { ...account, password: 'a long password of mine' } })
  const again = { usernameOrEmail: username, password: 'a long password of mine' }
  return { token, other: (await server.call(login, { body: again })).token }
}

const ENDINGS: Record<string, (system: System, server: Client, owner: string) => Promise<Ending>> = {
  async 'signing out'(_, server) {
    const token = await aNewcomer(server)
    return { token, end: (server) => server.call(logout, { token }) }
  },
  async 'signing out everywhere'(_, server) {
    const { token, other } = await aMember(server)
    return { token, end: (server) => server.call(logoutEverywhere, { token: other }) }
  },
  async 'a password change'(_, server) {
    const { token, other } = await aMember(server)
    const body = { currentPassword: 'a long password of mine', newPassword: 'another password of mine' }
    return { token, end: (server) => server.call(changePassword, { token: other, body }) }
  },
  async deactivation(_, server, owner) {
    const token = await aNewcomer(server)
    const { id } = await server.call(getMe, { token })
    return {
      token,
      end: (server) => server.call(setUserStatus, { token: owner, params: { id }, query: { isActive: false } }),
    }
  },
  async 'a role change'({ pool }, server, owner) {
    // Without a password it would be an invitation.
    const { token } = await aMember(server)
    const { id } = await server.call(getMe, { token })
    await pool.query("update users set role = 'ADMIN', position = 'OFFICE' where id = $1", [id])
    return {
      token,
      end: (server) => server.call(setPosition, { token: owner, params: { id }, body: { position: 'GUIDE' } }),
    }
  },
  async 'expiry after thirty days'({ pool }, server) {
    const token = await aNewcomer(server)
    const end = () =>
      pool.query("update sessions set expires_at = now() where token_hash = sha256(convert_to($1, 'utf8'))", [token])
    return { token, end }
  },
}

export const sessionLife: Experiment = {
  id: 'R21',
  title: 'An ended session stops working everywhere',
  async run({ seed, minutes, say }) {
    const until = Date.now() + (minutes ?? 5) * 60_000
    const sessions = minutes === undefined ? SHORT_FORM_SESSIONS : SESSIONS
    const system = await startSystem(2)
    const caching = await cacheInFrontOf(system.servers[1]!.url)
    try {
      const owner = await system.owner()
      const run = await endSessions({ system, owner, fronts: system.servers, sessions, until, seed })
      say(`${run.ended} sessions ended; the last accepted request came ${Math.round(run.slowest)} ms afterwards`)
      const fronts = [system.servers[0]!, clientOf(caching.url)]
      const sabotaged = await endSessions({ system, owner, fronts, sessions: 6, until: Date.now() + 60_000, seed })
      const { asked, unmarked } = await cacheable(system, owner, await aNewcomer(system.servers[0]!))
      const chosen = 'x'.repeat(43)
      const given = await aNewcomer(system.servers[0]!)
      const fixed = (await system.servers[0]!.answer(getMe, { token: chosen })).status === 401 && given !== chosen
      for (const line of [...run.alive, ...unmarked].slice(0, 20)) console.error(`    ${line}`)
      return [
        {
          what: `a session in use in both processes is refused in both after ${Object.keys(ENDINGS).join(', ')}`,
          tried: `${run.ended} sessions`,
          figure: `the last accepted request was sent ${Math.round(run.slowest)} ms after the end; ${run.alive.length} accepted later`,
          bar: `${REFUSED_WITHIN_MS} ms; 0`,
          held: run.ended > 0 && run.slowest <= REFUSED_WITHIN_MS && run.alive.length === 0,
          saboteurCaught: sabotaged.slowest > REFUSED_WITHIN_MS,
        },
        {
          what: 'personal answers without `no-store`; whether clients can choose their session token',
          tried: `${asked} endpoints`,
          figure: `${unmarked.length}; ${fixed ? 'no' : 'yes'}`,
          bar: '0; no',
          held: asked > 0 && unmarked.length === 0 && fixed,
        },
      ]
    } finally {
      caching.close()
      await system.close()
    }
  },
}

interface Scene {
  system: System
  owner: string
  /** The two processes under test. */
  fronts: Client[]
  sessions: number
  until: number
  seed: number
}

async function endSessions({ system, owner, fronts, sessions, until, seed }: Scene) {
  const names = Object.keys(ENDINGS)
  const run = { ended: 0, slowest: 0, alive: [] as string[] }
  let begun = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, walker) => {
      const random = seededRandom(seed * 1000 + walker)
      while (begun < sessions && Date.now() < until) {
        const name = names[begun++ % names.length]!
        const { token, end } = await ENDINGS[name]!(system, random.pick(system.servers), owner)
        let endedAt = Number.POSITIVE_INFINITY
        const lastAnswers = fronts.map(async (front) => {
          let last = 0
          let refusedAt = Number.POSITIVE_INFINITY
          while (performance.now() - refusedAt < 200 && performance.now() - endedAt < 10_000) {
            const asked = performance.now()
            const { status } = await front.answer(getMe, { token })
            if (status === 401) refusedAt = Math.min(refusedAt, asked)
            else last = Math.max(last, asked - endedAt)
            await delay(10)
          }
          return last
        })
        // By now both processes have used the session.
        await delay(100)
        await end(random.pick(system.servers))
        endedAt = performance.now()
        run.slowest = Math.max(run.slowest, ...(await Promise.all(lastAnswers)))
        run.ended++
        await delay(SURE_AFTER_MS - (performance.now() - endedAt))
        for (const front of fronts)
          if ((await front.answer(getMe, { token })).status !== 401) run.alive.push(`${name}: answered afterwards`)
      }
    }),
  )
  return run
}

/** Calls every personal GET endpoint without path parameters and returns those missing `no-store`. */
async function cacheable({ servers }: System, owner: string, customer: string) {
  const personal = endpoints.filter(
    ({ method, path, access, response }) =>
      method === 'GET' && !path.includes(':') && !['public', 'anyone'].includes(access) && response !== 'stream',
  )
  const unmarked: string[] = []
  for (const { path, access } of personal) {
    const authorization = `Bearer ${access === 'customer' ? customer : owner}`
    const { headers } = await fetch(`${servers[0]!.url}${path}`, { headers: { authorization } })
    if (!headers.get('cache-control')?.includes('no-store')) unmarked.push(path)
  }
  return { asked: personal.length, unmarked }
}

/** The saboteur: a cache in front of one process that keeps each person's answers for some seconds. */
async function cacheInFrontOf(url: string) {
  const known = new Map<string, { status: number; body: Buffer; at: number }>()
  const server = createServer((incoming, reply) => {
    const { method, headers } = incoming
    const key = `${incoming.url} ${headers.authorization}`
    const kept = known.get(key)
    if (kept && Date.now() - kept.at < CACHED_FOR_MS) {
      reply.writeHead(kept.status, { 'content-type': 'application/json' }).end(kept.body)
      return
    }
    const outgoing = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () => {
        const status = answer.statusCode ?? 502
        known.set(key, { status, body: Buffer.concat(chunks), at: Date.now() })
        reply.writeHead(status, { 'content-type': 'application/json' }).end(Buffer.concat(chunks))
      })
    })
    outgoing.once('error', () => reply.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
