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

/** The provider's test companies: the owner's, and the attacker's. */
const OURS = '9341452819930471201'
const THEIRS = '9130357219886406533'

/** The provider's redirect parameters. */
type Grant = Record<'code' | 'realmId' | 'state', string>

interface Stage {
  system: System
  server: Server
  owner: string
  /** Another owner, who attacks. */
  mallory: string
  customer: string
}

interface Attempt {
  status: number
  location?: string | null
}

/** Each returns the outcome of one attack. */
const ATTACKS: Record<string, (stage: Stage) => Promise<Attempt>> = {
  'no state': async (stage) => callback(stage, { ...(await theirs(stage)), state: undefined }),
  'no code': async (stage) => callback(stage, { ...(await theirs(stage)), code: undefined }),
  'no company': async (stage) => callback(stage, { ...(await theirs(stage)), realmId: undefined }),
  'a made-up state': async (stage) =>
    callback(stage, { ...(await theirs(stage)), state: randomBytes(32).toString('base64url') }),
  "another owner's grant in the owner's browser": async (stage) => callback(stage, await theirs(stage)),
  "the owner's state with someone else's session": async (stage) =>
    callback(stage, { ...(await theirs(stage)), state: (await ours(stage)).state }, stage.mallory),
  'nobody signed in': async (stage) => callback(stage, await ours(stage, THEIRS), null),
  'a customer signed in': async (stage) => callback(stage, await ours(stage, THEIRS), stage.customer),
  'a used state with another code': async (stage) => {
    const grant = await ours(stage)
    await callback(stage, grant)
    return callback(stage, { ...(await theirs(stage)), state: grant.state })
  },
  'a used grant with another company': async (stage) => {
    const grant = await ours(stage)
    await callback(stage, grant)
    return callback(stage, { ...grant, realmId: THEIRS })
  },
  'a state older than ten minutes': async (stage) => {
    const grant = await ours(stage, THEIRS)
    await stage.system.pool.query(
      `update connection_attempts set state_expires_at = now() - interval '1 second'
        where id = (select max(id) from connection_attempts where state_hash is not null)`,
    )
    return callback(stage, grant)
  },
  'an error next to the code': async (stage) =>
    callback(stage, { ...(await ours(stage, THEIRS)), error: 'access_denied' }),
  'two states': async (stage) => {
    const grant = await theirs(stage)
    const query = `${new URLSearchParams(grant)}&state=${(await ours(stage)).state}`
    return get(stage, `${completeConnection.path}?${query}`, stage.owner)
  },
  'a code never issued': async (stage) =>
    callback(stage, { ...(await ours(stage, THEIRS)), code: randomBytes(16).toString('hex') }),
  'a used ticket': async (stage) => {
    const { ticket } = await stage.server.call(createConnectTicket, { token: stage.owner })
    await connect(stage, { ticket })
    return connect(stage, { ticket })
  },
  'a ticket older than a minute': async (stage) => {
    const { ticket } = await stage.server.call(createConnectTicket, { token: stage.owner })
    await stage.system.pool.query(
      `update connection_attempts set ticket_expires_at = now() - interval '1 second'
        where id = (select max(id) from connection_attempts)`,
    )
    return connect(stage, { ticket })
  },
  'a redirect to another site': async (stage) => {
    const { ticket } = await stage.server.call(createConnectTicket, { token: stage.owner })
    return connect(stage, { ticket, redirect_uri: 'https://example.com/steal' })
  },
}

export const connecting: Experiment = {
  id: 'R17',
  title: 'Nobody can connect another merchant account',
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
          what: "attacks on the merchant connection are refused, and the owner's connection stays",
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

/** Fifty tabs return from the provider with the same code at once; it is exchanged once. */
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
    what: `${AT_ONCE} simultaneous callbacks of one consent: the code is exchanged once, and one callback connects`,
    tried: `${times} times, in 2 processes`,
    figure: `at most ${Math.max(...most)} exchanges, ${connected} connected`,
    bar: `1 exchange, ${times} connected`,
    held: most.every((count) => count === 1) && connected === times,
  }
}

/** The saboteur: a process that accepts any pending state. */
async function withAnyState(stage: Stage): Promise<boolean> {
  const server = await stage.system.startServer({ NODE_OPTIONS: `--import=${ANY_STATE}` })
  const sabotaged = { ...stage, server }
  // The owner opens the attacker's link while on the provider's page.
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
  const token = /#([\w-]+)$/.exec(link)![1]!
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

/** A browser returning from the provider, signed in as the owner unless another token is given. */
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
