import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { changePassword, forgotPassword, login, register, resetPassword } from '@arcadia/contract/accounts'
import { served } from '@arcadia/contract/addresses'
import { endpoints } from '@arcadia/contract/catalog'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { createHold } from '@arcadia/contract/holds'
import { refreshConnection } from '@arcadia/contract/merchant'
import { createCardToken, payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Experiment, Row } from '../experiment.ts'
import { type MailSink, startMailSink } from '../support/mail-sink.ts'
import { CARD } from '../support/provider.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { cardNumbersIn, hasCheckDigit, type Secrets, scanFiles, scanText } from '../support/scanner.ts'
import { aPayment } from '../support/season.ts'
import { openDates, type Server, type System, startSystem } from '../support/system.ts'

/** The simulator's test cards, which are in its source. */
const CARDS = [
  '4111111111111111',
  '4112344112344113',
  '4012888888881881',
  '4000100011112224',
  '5111005111051128',
  '5555555555554444',
  '378282246310005',
  '6011000995500000',
  '6510000000000000069',
  '36438999960016',
  '3530111333300000',
]

/** Other numbers with a valid check digit, which the simulator refuses. */
const otherCards = (random: Random) =>
  Array.from({ length: 10 }, () => {
    const digits = Array.from({ length: 15 }, (_, nth) => (nth ? random.between(0, 9) : random.between(4, 5))).join('')
    return Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find(hasCheckDigit)!
  })

export const secrets: Experiment = {
  id: 'R16',
  title: 'No secret or card data leaks',
  async run({ seed, say }) {
    const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-secrets-'))
    const mail = await startMailSink()
    const secret = canary()
    const system = await startSystem(0, { settings: { QUICKBOOKS_CLIENT_SECRET: secret } })
    try {
      return await scan(system, mail, folder, secret, otherCards(seededRandom(seed)), say)
    } finally {
      await system.close()
      mail.close()
      await rm(folder, { recursive: true })
    }
  },
}

const canary = () => `canary-${randomBytes(16).toString('hex')}`

async function scan(
  system: System,
  mail: MailSink,
  folder: string,
  clientSecret: string,
  others: string[],
  say: (line: string) => void,
): Promise<Row[]> {
  const ours: Secrets = {
    "the provider's secret": clientSecret,
    "the owner's password": canary(),
    'the encryption key': randomBytes(32).toString('hex'),
    'the metrics token': canary(),
  }
  const granted: string[] = []
  const provider = await proxyTo(system.provider.url, (path, body) => {
    if (path.includes('/tokens/bearer')) granted.push(body)
  })
  const heap = join(folder, 'heap')
  await mkdir(heap)
  await mkdir(join(folder, 'data'))
  const settings = {
    QUICKBOOKS_SIMULATOR_URL: provider.url,
    ADMIN_PASSWORD: ours["the owner's password"]!,
    ENCRYPTION_KEY: ours['the encryption key']!,
    METRICS_TOKEN: ours['the metrics token']!,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    LOG_LEVEL: 'trace',
  }
  const server = await system.startServer({
    ...settings,
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${heap}`,
  })
  const replies: string[] = []
  const ask = asking(server, replies)

  const people = await signIn(server, mail, ours["the owner's password"]!, replies)
  await server.call(refreshConnection, { token: people.owner })
  const asked = await sendCards(system, server, people, others, ask)
  await ask('GET', '/metrics', settings.METRICS_TOKEN)
  const oauth = granted.flatMap((text) => Object.entries(JSON.parse(text) as Record<string, unknown>))
  for (const [nth, [name, value]] of oauth.entries())
    if (/^(access|refresh)_token$/.test(name)) people.secrets[`${name} ${nth}`] = String(value)

  const named = (numbers: string[]) => Object.fromEntries(numbers.map((number) => [`card ${number.slice(-4)}`, number]))
  const cards = named([...CARDS, ...others])
  const hidden = { ...people.secrets, ...ours }
  const all = { ...hidden, ...people.sessions, ...cards }
  const dump = await everythingIn(system)
  await system.pool.query('checkpoint')
  const snapshot = await heapSnapshot(server, heap)
  const places = [
    scanText('log', server.output(), all),
    scanText('dump', dump, all),
    await scanFiles("PostgreSQL's files", system.postgres.directory, all),
    await scanFiles('data folder', settings.DATA_DIR, all),
    // Sign-in answers contain session tokens; memory holds the configuration and the simulator's source.
    scanText('replies', replies.join('\n'), { ...hidden, ...cards }),
    await scanFiles('heap', snapshot, named(others)),
  ]
  const looksLikeCards = [server.output(), dump, replies.join('\n')].flatMap(cardNumbersIn)
  const found = places.flatMap(({ found }) => found)
  for (const line of [...found, ...looksLikeCards.map((number) => `looks like a card: ${number}`)].slice(0, 20))
    console.error(`    ${line}`)
  const sizes = places.map(({ place, size }) => `${place} ${(size / 2 ** 20).toFixed(1)} MB`).join(', ')
  // Confirms the scan works by finding known values.
  const user = { user: 'grace@example.com' }
  const known = [
    scanText('dump', dump, user),
    await scanFiles("PostgreSQL's files", system.postgres.directory, user),
    await scanFiles('heap', snapshot, { secret: clientSecret }),
  ]
  const isScanned =
    places.every(({ place, size }) => size > 500 || place === 'data folder') &&
    known.every(({ found }) => found.length > 0) &&
    server.output().includes(createCardToken.path)
  say(`${sizes}; known values found: ${known.filter(({ found }) => found.length > 0).length} of ${known.length}`)

  const sabotaged = await system.startServer({ ...settings, NODE_OPTIONS: `--import=${LOG_BODIES}` })
  await sabotaged.answer(login, {
    body: { usernameOrEmail: 'admin', password: settings.ADMIN_PASSWORD },
  })
  await sabotaged.answer(createCardToken, { token: people.owner, body: aCard(CARDS[2]!) })
  const caught = scanText('log', sabotaged.output(), all).found
  provider.close()

  const isCard = (line: string) => line.includes(': card ')
  const cardHits = found.filter(isCard).length + looksLikeCards.length
  const otherHits = found.length - found.filter(isCard).length
  return [
    {
      what: 'card numbers in log, database, files, answers and memory: plain, in groups, URL-encoded, base64 or hex, plus any other number with a valid check digit',
      tried: `${CARDS.length + others.length} numbers, sent to ${asked} endpoints and during faults; ${sizes} after garbage collection`,
      figure: `${cardHits} found`,
      bar: '0',
      held: cardHits === 0 && isScanned,
      saboteurCaught: caught.some(isCard),
    },
    {
      what: "passwords, email links, sessions, the provider's tokens and secret, and our own keys, in the same places except memory",
      tried: `${Object.keys(hidden).length + Object.keys(people.sessions).length} secrets`,
      figure: `${otherHits} found`,
      bar: '0',
      held: otherHits === 0 && granted.length > 0 && isScanned,
      saboteurCaught: caught.some((line) => !isCard(line)),
    },
  ]
}

/** The saboteur: logs every request body. */
const LOG_BODIES = `data:text/javascript,${encodeURIComponent(`
  import { IncomingMessage } from 'node:http'
  const { push } = IncomingMessage.prototype
  IncomingMessage.prototype.push = function (chunk, ...rest) {
    if (chunk) console.log(String(chunk))
    return push.call(this, chunk, ...rest)
  }`)}`

interface People {
  owner: string
  customer: string
  secrets: Secrets
  sessions: Secrets
}

/** An owner and a customer who sign in, mistype, change their password and forget it. */
async function signIn(server: Server, mail: MailSink, password: string, replies: string[]): Promise<People> {
  const passwords = [canary(), canary(), canary(), canary()] as const
  const email = 'grace@example.com'
  const owner = (await server.call(login, { body: { usernameOrEmail: 'admin', password } })).token
  const person = { firstName: 'Grace', lastName: 'Angler', phoneNumber: '(863) 555-0142' }
  const first = await server.call(register, { body: { ...person, username: 'grace', email, password: passwords[0] } })
  for (const wrong of [passwords[3], passwords[1]]) {
    const answer = await server.answer(login, { body: { usernameOrEmail: 'grace', password: wrong } })
    replies.push(JSON.stringify(answer.body))
  }
  const change = { currentPassword: passwords[0], newPassword: passwords[1] }
  const second = await server.call(changePassword, { token: first.token, body: change })
  await server.call(forgotPassword, { body: { email } })
  const confirm = await mail.find(/confirm-email\/[\w-]+#([\w-]+)/)
  const reset = await mail.find(/reset-password\/[\w-]+#([\w-]+)/)
  const bad = await server.answer(resetPassword, { body: { token: reset, password: 'short' } })
  const good = await server.answer(resetPassword, { body: { token: reset, password: passwords[2] } })
  replies.push(JSON.stringify([bad.body, good.body]))
  const third = await server.call(login, { body: { usernameOrEmail: email, password: passwords[2] } })
  return {
    owner,
    customer: third.token,
    secrets: {
      ...Object.fromEntries(passwords.map((password, nth) => [`password ${nth + 1}`, password])),
      'the confirmation link': confirm,
      'the reset link': reset,
    },
    sessions: {
      "the owner's session": owner,
      ...Object.fromEntries([first, second, third].map(({ token }, nth) => [`session ${nth + 1}`, token])),
    },
  }
}

type Ask = (method: string, path: string, token?: string, body?: string) => Promise<void>

function asking({ url }: Server, replies: string[]): Ask {
  return async (method, path, token, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    replies.push(await answer.text(), JSON.stringify([...answer.headers]))
  }
}

const aCard = (number: string) => ({ card: { ...CARD, name: 'Grace Angler', number } })

/** Sends cards where they belong, where they do not, and during provider faults. Returns the number of endpoints tried. */
async function sendCards(
  system: System,
  server: Server,
  { owner, customer }: People,
  others: string[],
  ask: Ask,
): Promise<number> {
  // Split over two accounts: each is limited to twenty an hour.
  for (const number of CARDS) await ask('POST', createCardToken.path, customer, JSON.stringify(aCard(number)))
  for (const number of others) await ask('POST', createCardToken.path, owner, JSON.stringify(aCard(number)))
  const { value } = await server.call(createCardToken, { token: customer, body: aCard(CARDS[0]!) })
  const date = (await openDates(server)).at(-1)!
  const body = { selectedDate: date, numberOfGuests: 1 }
  const { holdId } = heldOf(await server.call(createHold, { token: customer, body }))
  const payment = aPayment({ holdId, date, guests: 1, deposit: 350 }, value)
  await server.call(payForBooking, { token: customer, body: payment })

  for (const fault of ['server-error', 'lost-answer', 'unreadable-answer', 'invalid-card']) {
    await system.provider.control('POST', '/faults', { operation: 'tokenize', fault, times: 1 })
    await ask('POST', createCardToken.path, customer, JSON.stringify(aCard(CARDS[1]!)))
  }
  // A truncated body, and one that is too large.
  await ask('POST', createCardToken.path, customer, JSON.stringify(aCard(CARDS[3]!)).slice(0, 80))
  await ask(
    'POST',
    createCardToken.path,
    customer,
    JSON.stringify({ ...aCard(CARDS[4]!), more: 'x'.repeat(2_000_000) }),
  )

  // Signing out or changing a password would end the sessions used here.
  const open = (endpoints as readonly Endpoint[]).filter(
    ({ path, response }) =>
      response !== 'stream' && !/logout|password|close$|users\/:id\/status|payments\/tokens/.test(path),
  )
  for (const [nth, { method, path }] of open.entries()) {
    const number = CARDS[nth % CARDS.length]!
    const address = `${path.replace(/:\w+/g, '1')}?number=${number}`
    const text =
      method === 'GET' || method === 'DELETE'
        ? undefined
        : JSON.stringify({ ...aCard(others[nth % others.length]!), number })
    for (const token of [owner, customer]) await ask(method, address, token, text)
    await ask(method, path.replace(/:\w+/g, number), owner, text)
  }
  return open.length + 1
}

/** The text of every row, with bytes in hex, as in a dump. */
async function everythingIn({ pool }: System): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const tables = await Promise.all(
    rows.map(({ name }) => pool.query<{ row: string }>(`select t::text as row from "${name}" t`)),
  )
  return tables.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

/** Takes a heap snapshot after garbage collection and returns its folder. */
async function heapSnapshot(server: Server, folder: string): Promise<string> {
  // Pushes the last real requests out of memory.
  for (let nth = 0; nth < 50; nth++) await fetch(server.url + served.live.href())
  server.process.kill('SIGUSR2')
  while (!existsSync(folder) || (await readdir(folder)).length === 0) await delay(200)
  // The server answers again once the file is written.
  await fetch(server.url + served.live.href())
  return folder
}

/** Proxies the provider and reports its answers. */
async function proxyTo(target: string, hear: (path: string, body: string) => void) {
  const server = createServer((incoming, reply) => {
    const outgoing = request(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      async (answer) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk)
          const body = Buffer.concat(chunks)
          hear(incoming.url ?? '', body.toString())
          reply.writeHead(answer.statusCode ?? 502, answer.headers)
          reply.end(body)
        } catch {
          reply.destroy()
        }
      },
    )
    outgoing.once('error', () => reply.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
