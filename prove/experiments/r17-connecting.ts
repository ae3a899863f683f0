import { randomBytes } from 'node:crypto'
import { acceptInvitation, invitePerson } from '@arcadia/contract/admin/people'
import {
  completeConnection,
  createConnectTicket,
  getConnectionStatus,
  startConnection,
} from '@arcadia/contract/merchant'
import type { Experiment, Row } from '../experiment.ts'
import { aNewcomer } from '../support/people.ts'
import { type Server, type System, startSystem } from '../support/system.ts'

const TIMES = 100
const SHORT_FORM_TIMES = 10
const AT_ONCE = 50

/** The provider's pretend companies: the owner's, and the one that an attacker would have the money go to. */
const OURS = '9341452819930471201'
const THEIRS = '9130357219886406533'

/** What the provider sends a browser back with. */
type Grant = Record<'code' | 'realmId' | 'state', string>

interface Stage {
  system: System
  server: Server
  owner: string
  /** Another owner, who would like to have it otherwise. */
  mallory: string
  customer: string
}

interface Attempt {
  status: number
  location?: string | null
}

/** Each answers what came of one attack. */
const ATTACKS: Record<string, (stage: Stage) => Promise<Attempt>> = {
  'no state': async (stage) => callback(stage, { ...(await theirs(stage)), state: undefined }),
  'no code': async (stage) => callback(stage, { ...(await theirs(stage)), code: undefined }),
  'no company': async (stage) => callback(stage, { ...(await theirs(stage)), realmId: undefined }),
  'a state that was made up': async (stage) =>
    callback(stage, { ...(await theirs(stage)), state: randomBytes(32).toString('base64url') }),
  "another owner's grant in the owner's browser": async (stage) => callback(stage, await theirs(stage)),
  "the owner's state with somebody else's session": async (stage) =>
    callback(stage, { ...(await theirs(stage)), state: (await ours(stage)).state }, stage.mallory),
  'nobody signed in': async (stage) => callback(stage, await ours(stage, THEIRS), null),
  'a customer signed in': async (stage) => callback(stage, await ours(stage, THEIRS), stage.customer),
  'a state that was used, with another code': async (stage) => {
    const grant = await ours(stage)
    await callback(stage, grant)
    return callback(stage, { ...(await theirs(stage)), state: grant.state })
  },
  'a grant that was used, with another company': async (stage) => {
    const grant = await ours(stage)
    await callback(stage, grant)
    return callback(stage, { ...grant, realmId: THEIRS })
  },
  'a state of more than ten minutes ago': async (stage) => {
    const grant = await ours(stage, THEIRS)
    await stage.system.pool.query(
      `update connection_attempts set state_expires_at = now() - interval '1 second'
        where id = (select max(id) from connection_attempts where state_hash is not null)`,
    )
    return callback(stage, grant)
  },
  'an error beside the code': async (stage) =>
    callback(stage, { ...(await ours(stage, THEIRS)), error: 'access_denied' }),
  'two states': async (stage) => {
    const grant = await theirs(stage)
    const query = `${new URLSearchParams(grant)}&state=${(await ours(stage)).state}`
    return get(stage, `${completeConnection.path}?${query}`, stage.owner)
  },
  'a code that was never given': async (stage) =>
    callback(stage, { ...(await ours(stage, THEIRS)), code: randomBytes(16).toString('hex') }),
  'a ticket that was used': async (stage) => {
    const { ticket } = await stage.server.call(createConnectTicket, { token: stage.owner })
    await connect(stage, { ticket })
    return connect(stage, { ticket })
  },
  'a ticket of more than a minute ago': async (stage) => {
    const { ticket } = await stage.server.call(createConnectTicket, { token: stage.owner })
    await stage.system.pool.query(
      `update connection_attempts set ticket_expires_at = now() - interval '1 second'
        where id = (select max(id) from connection_attempts)`,
    )
    return connect(stage, { ticket })
  },
  'consent that leads back to another site': async (stage) => {
    const { ticket } = await stage.server.call(createConnectTicket, { token: stage.owner })
    return connect(stage, { ticket, redirect_uri: 'https://example.com/steal' })
  },
}

export const connecting: Experiment = {
  id: 'R17',
  title: 'Nobody connects another merchant account',
  async run({ minutes, say }) {
    const times = minutes === undefined ? SHORT_FORM_TIMES : TIMES
    const system = await startSystem(2)
    try {
      const [server] = system.servers
      const owner = await system.owner()
      const stage: Stage = {
        system,
        server: server!,
        owner,
        mallory: await anotherOwner(server!, owner),
        customer: await aNewcomer(server!),
      }
      await callback(stage, await ours(stage))
      const wrong: string[] = []
      let tried = 0
      for (const [name, attack] of Object.entries(ATTACKS)) {
        for (let time = 0; time < times; time++, tried++) {
          stage.server = system.servers[time % system.servers.length]!
          const { status } = await attack(stage)
          if (![400, 401, 403, 409, 502].includes(status)) wrong.push(`${name}: answered ${status}`)
        }
        const { isConnected, realmId } = await server!.call(getConnectionStatus, { token: owner })
        if (!isConnected || realmId !== OURS) wrong.push(`${name}: connected to ${realmId}`)
      }
      say(`${tried} attacks, ${wrong.length} not refused`)
      const crowd = await atOnce(stage, times)
      const isCaught = await withAnyState(stage)
      for (const line of wrong.slice(0, 10)) console.error(`    ${line}`)
      return [
        {
          what: 'attacks on the connection with the merchant account are refused, and it stays the one that the owner made',
          tried: `${Object.keys(ATTACKS).length} kinds, ${times} times each, in 2 processes`,
          figure: `${wrong.length} not refused`,
          bar: '0',
          held: wrong.length === 0,
          saboteurCaught: isCaught,
        },
        crowd,
      ]
    } finally {
      await system.close()
    }
  },
}

/** The same answer of the provider from fifty tabs at once: its code is exchanged once. */
async function atOnce(stage: Stage, times: number): Promise<Row> {
  const most: number[] = []
  let connected = 0
  for (let time = 0; time < times; time++) {
    const grant = await ours(stage)
    const before = await exchanges(stage)
    const heard = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, nth) =>
        callback({ ...stage, server: stage.system.servers[nth % 2]! }, grant),
      ),
    )
    most.push((await exchanges(stage)) - before)
    connected += heard.filter(({ status }) => status === 200).length
  }
  return {
    what: `${AT_ONCE} callbacks of one consent at once: its code is exchanged once, and one of them connects`,
    tried: `${times} times, in 2 processes`,
    figure: `at most ${Math.max(...most)} exchanges, ${connected} connected`,
    bar: `1 exchange, ${times} connected`,
    held: most.every((count) => count === 1) && connected === times,
  }
}

/** The saboteur: a process to which any state that waits is as good as the one that was asked for. */
async function withAnyState(stage: Stage): Promise<boolean> {
  const server = await stage.system.startServer({ NODE_OPTIONS: `--import=${ANY_STATE}` })
  const sabotaged = { ...stage, server }
  // The owner is at the provider's page, and is sent a link meanwhile.
  await ours(sabotaged)
  await callback(sabotaged, { ...(await theirs(stage)), state: 'made-up' })
  const { realmId } = await server.call(getConnectionStatus, { token: stage.owner })
  return realmId !== OURS
}

const ANY_STATE = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module'
  const { Client } = createRequire(process.cwd() + '/apps/server/package.json')('pg')
  const { query } = Client.prototype
  Client.prototype.query = function (text, ...rest) {
    const isClaim = typeof text === 'string' && text.startsWith('update "connection_attempts" set "used_at"')
    return query.call(this, isClaim ? text.replace(/"state_hash" = (\\$\\d+)/, '$1::bytea is not null') : text, ...rest)
  }`)}`

const exchanges = async ({ system }: Stage) =>
  ((await system.provider.control('GET', '/calls?operation=exchange')) as { counts: { exchange?: number } }).counts
    .exchange ?? 0

async function anotherOwner(server: Server, owner: string): Promise<string> {
  const email = 'mallory@example.com'
  const { link } = await server.call(invitePerson, { token: owner, body: { email, position: 'OWNER' } })
  const token = /token=([\w-]+)/.exec(link)![1]!
  const body = { token, firstName: 'Mallory', lastName: 'Other', password: 'another long enough password' }
  return (await server.call(acceptInvitation, { body })).token
}

async function get({ server }: Stage, path: string, token: string | null): Promise<Attempt> {
  const { status, headers } = await fetch(`${server.url}${path}`, {
    redirect: 'manual',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status, location: headers.get('location') }
}

const connect = (stage: Stage, query: Record<string, string>) =>
  get(stage, `${startConnection.path}?${new URLSearchParams(query)}`, null)

/** The browser comes back from the provider: the owner's, unless it is said whose. */
function callback(stage: Stage, grant: Partial<Grant> & { error?: string }, token: string | null = stage.owner) {
  const given = Object.entries(grant).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return get(stage, `${completeConnection.path}?${new URLSearchParams(given)}`, token)
}

const ours = (stage: Stage, realm = OURS) => consent(stage, stage.owner, realm)
const theirs = (stage: Stage) => consent(stage, stage.mallory, THEIRS)

async function consent(stage: Stage, token: string, realm: string): Promise<Grant> {
  const { ticket } = await stage.server.call(createConnectTicket, { token })
  const { location } = await connect(stage, { ticket })
  const page = new URL(location!)
  const answer = await fetch(page.origin + page.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...page.searchParams, ['decision', 'approve'], ['realm', realm]]),
  })
  return Object.fromEntries(new URL(answer.headers.get('location')!).searchParams) as Grant
}
