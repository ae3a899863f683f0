import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { createHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import type { Context, Experiment, Row } from '../experiment.ts'
import type { Client } from '../support/client.ts'
import { openingMinute } from '../support/opening-minute.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { memoryOf, openDates, type Server, type System, startSystem } from '../support/system.ts'
import { unpaidAttacks } from '../support/unpaid-attacks.ts'

const FULL = { bots: 1000, people: 200, sockets: 10_000, enquiries: 5000 }
const SHORT_FORM = { bots: 60, people: 40, sockets: 500, enquiries: 200 }
type Scale = typeof FULL

/** docs/rules.md §2.9 */
const PERCENT_OF_A_NETWORK = 5
const OTHERS_SERVED_PERCENT = 99
const ANSWERED_WITHIN_MS = 5000
const MEMORY_GROWTH_MB = 300
const ENQUIRIES_OF_A_NETWORK = 20

const from = (nth: number) => ({
  headers: { 'x-forwarded-for': `198.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}` },
})

let made = 0
async function someone(server: Client, network: number): Promise<string> {
  made += 1
  const body = {
    firstName: 'Ada',
    lastName: 'Angler',
    phoneNumber: '(863) 555-0142',
    email: `bot-${made}@bot-${made}.example`,
  }
  return (await server.call(registerNewcomer, { body, ...from(network) })).token
}

export const hoarding: Experiment = {
  id: 'R22',
  title: 'Nobody can hoard the season or exhaust the server',
  async run(context) {
    const scale = context.minutes === undefined ? SHORT_FORM : FULL
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
    const system = await startSystem(1, { settings })
    try {
      const farm = await botFarm(system, scale, context)
      const rows = [await sockets(system, scale, context), await bodies(system), await enquiries(system, scale)]
      const unlimited = await startSystem(1, { settings: { ...settings, RATE_LIMITS: 'off' } })
      try {
        const sabotaged = await botFarm(unlimited, SHORT_FORM, context)
        const attacks = await unpaidAttacks(system, unlimited, context)
        return [farmRow(farm, sabotaged, scale), ...attacks, await openingMinute(system, context), ...rows]
      } finally {
        await unlimited.close()
      }
    } finally {
      await system.close()
    }
  },
}

interface Farm {
  live: number
  kept: number
  spots: number
  servedPercent: number
}

/** Accounts created from many networks hold all they can from one, while others book. */
async function botFarm({ servers, pool }: System, { bots, people }: Scale, { seed, say }: Context): Promise<Farm> {
  const [server] = servers
  const random = seededRandom(seed)
  const dates = await openDates(server!)
  const farm: string[] = []
  for (let n = 0; n < bots; n++) farm.push(await someone(server!, 1000 + n))
  const grab = async (token: string) => {
    for (let tries = 0; tries < 3; tries++) {
      const body = { selectedDate: random.pick(dates), numberOfGuests: 4 }
      await server!.answer(createHold, { token, body, ...from(1) })
    }
  }
  await inTurns(farm, 16, grab)
  const { rows } = await pool.query<{ live: number; spots: number }>(
    'select count(*)::integer as live, coalesce(sum(number_of_guests), 0)::integer as spots from holds where released_at is null and consumed_at is null and expires_at > now()',
  )
  const { live, spots } = rows[0]!
  let served = 0
  const customers = Array.from({ length: people }, (_, n) => n)
  await inTurns(customers, 4, async (n) => {
    const token = await someone(server!, 100_000 + n)
    const selectedDate = await aFreeDate(server!, dates, random)
    if (!selectedDate) return
    const body = { selectedDate, numberOfGuests: 1 }
    const { status } = await server!.answer(createHold, { token, body, ...from(100_000 + n) })
    // 202: not refused, but asked to pay first.
    if (status === 201 || status === 202) served++
  })
  say(`${bots} bots hold ${spots} of ${4 * dates.length} spots; ${served} of ${people} others were served`)
  return { live, kept: spots, spots: 4 * dates.length, servedPercent: (100 * served) / people }
}

async function aFreeDate(server: Client, dates: string[], random: Random): Promise<string | undefined> {
  const query = { startDate: dates[0]!, endDate: dates.at(-1)! }
  const days = await server.call(getAvailabilityRange, { query })
  const free = Object.entries(days).flatMap(([date, { bookable }]) => (bookable ? [date] : []))
  return free.length ? random.pick(free) : undefined
}

async function inTurns<T>(items: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
    }),
  )
}

const most = (spots: number) => (spots * PERCENT_OF_A_NETWORK) / 100

function farmRow({ live, kept, spots, servedPercent }: Farm, sabotaged: Farm, { bots, people }: Scale): Row {
  return {
    what: 'a bot farm in one network holds all it can: its live holds, the spots they take, and other people served',
    tried: `${bots} accounts, ${people} others`,
    figure: `${live} holds, ${kept} of ${spots} spots, ${servedPercent.toFixed(1)} % of others`,
    bar: `${PERCENT_OF_A_NETWORK} % of the spots; ${OTHERS_SERVED_PERCENT} %`,
    held: kept <= most(spots) && servedPercent >= OTHERS_SERVED_PERCENT,
    saboteurCaught: sabotaged.kept > most(sabotaged.spots),
  }
}

/** Opens idle connections; every second one drips a header byte each second. */
async function sockets({ servers }: System, { sockets }: Scale, { say }: Context): Promise<Row> {
  const [server] = servers
  const { hostname, port } = new URL(server!.url)
  const before = memoryOf(server!)
  const open = new Set<Socket>()
  for (let n = 0; n < sockets; n++) {
    const socket = connect(Number(port), hostname)
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    if (n % 2)
      socket.once('connect', () => socket.write(`GET ${getBookingConfig.path} HTTP/1.1\r\nhost: a\r\nx-slow: `))
    if (n % 200 === 199) await delay(20)
  }
  const drip = setInterval(() => {
    for (const socket of open) if (socket.writable && socket.bytesWritten > 0) socket.write('a')
  }, 1000)
  let slowest = 0
  for (let n = 0; n < 20; n++) {
    const started = performance.now()
    const { status } = await fetch(server!.url + getBookingConfig.path)
    slowest = status === 200 ? Math.max(slowest, performance.now() - started) : Number.POSITIVE_INFINITY
    await delay(50)
  }
  const grown = memoryOf(server!) - before
  const started = performance.now()
  const slow = [...open].filter((socket) => socket.bytesWritten > 0)
  while (slow.some((socket) => open.has(socket)) && performance.now() - started < 120_000) await delay(250)
  const seconds = Math.round((performance.now() - started) / 1000)
  clearInterval(drip)
  const left = slow.filter((socket) => open.has(socket)).length
  for (const socket of open) socket.destroy()
  say(`${sockets} sockets: ${grown} MB more, the slowest other answer ${Math.round(slowest)} ms`)
  return {
    what: 'connections that send nothing or one header byte a second: slowest other answer; memory growth; slow connections left open',
    tried: `${sockets} connections`,
    figure: `${Math.round(slowest)} ms; ${grown} MB more; ${left}, after ${seconds} s`,
    bar: `${ANSWERED_WITHIN_MS} ms; ${MEMORY_GROWTH_MB} MB; 0`,
    held: slowest <= ANSWERED_WITHIN_MS && grown <= MEMORY_GROWTH_MB && left === 0,
  }
}

/** Measures how much of a 50 MB body was read before the answer, with and without a declared length. */
async function bodies({ servers }: System): Promise<Row> {
  const statuses: string[] = []
  let most = 0
  for (const length of ['content-length: 52428800', 'transfer-encoding: chunked']) {
    const { status, sent } = await sendEndlessly(servers[0]!, length)
    statuses.push(`${status}`)
    most = Math.max(most, sent)
  }
  const megabytes = most / 2 ** 20
  return {
    what: 'a 50 MB body, with and without a declared length: the answer, and how much was sent by then',
    tried: 'twice',
    figure: `${statuses.join(' and ')}; at most ${megabytes.toFixed(1)} MB`,
    bar: '413; 8 MB, most of it in transit',
    held: statuses.every((status) => status === '413') && megabytes <= 8,
  }
}

async function sendEndlessly(server: Server, length: string): Promise<{ status: number; sent: number }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const answered = new Promise<number>((resolve) => {
    socket.once('data', (data) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1])))
    socket.once('close', () => resolve(0))
  })
  socket.write(`POST /api/enquiries HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${length}\r\n\r\n`)
  const part = Buffer.alloc(64 * 1024, 'a')
  const isChunked = length.startsWith('transfer')
  let sent = 0
  let status: number | undefined
  void answered.then((answer) => {
    status = answer
  })
  while (status === undefined && sent < 50 * 2 ** 20) {
    if (isChunked) socket.write(`${part.length.toString(16)}\r\n`)
    socket.write(part)
    if (isChunked) socket.write('\r\n')
    sent += part.length
    // Paced like a fast line; sending without reading the answer could lose it when the connection closes.
    await Promise.race([answered, delay(20)])
  }
  const answer = await Promise.race([answered, delay(5000, 0)])
  socket.destroy()
  return { status: answer, sent }
}

function anEnquiry(name: string) {
  const person = { firstName: 'Ada', lastName: 'Angler', phone: '(863) 555-0142', country: 'US' as const }
  return { ...person, email: `${name}@example.com`, message: 'Hello' }
}

async function enquiries({ servers }: System, { enquiries }: Scale): Promise<Row> {
  const [server] = servers
  const statuses = new Map<number, number>()
  let nth = 0
  const flood = Array.from({ length: 16 }, async () => {
    while (nth < enquiries) {
      const { status } = await server!.answer(createEnquiry, { body: anEnquiry(`flood-${nth++}`), ...from(5) })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  let slowest = 0
  const newcomers = (async () => {
    for (let n = 0; n < 10; n++) {
      const started = performance.now()
      await someone(server!, 300_000 + n)
      slowest = Math.max(slowest, performance.now() - started)
    }
  })()
  await Promise.all([...flood, newcomers])
  const { status } = await server!.answer(createEnquiry, { body: anEnquiry('somebody'), ...from(6) })
  const kept = statuses.get(201) ?? 0
  const others = [...statuses].filter(([status]) => status !== 201 && status !== 429)
  return {
    what: 'a flood of enquiries from one network: accepted; answers other than 201 and 429; an enquiry from another network, and the slowest sign-up during the flood',
    tried: `${enquiries} enquiries`,
    figure: `${kept}; ${others.length}; ${status}, ${Math.round(slowest)} ms`,
    // The run may span two hourly windows.
    bar: `${ENQUIRIES_OF_A_NETWORK} an hour; 0; 201, ${ANSWERED_WITHIN_MS} ms`,
    held:
      kept > 0 &&
      kept <= 2 * ENQUIRIES_OF_A_NETWORK &&
      others.length === 0 &&
      status === 201 &&
      slowest <= ANSWERED_WITHIN_MS,
  }
}
