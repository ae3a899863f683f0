import { randomUUID } from 'node:crypto'
import { type RequestOptions, request } from 'node:https'
import { json, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { served } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { listMyBookings } from '@arcadia/contract/trips'
import type { Context, Experiment, Row } from '../experiment.ts'
import { type Client, clientOf, type Heard } from '../support/client.ts'
import { aNewcomer } from '../support/people.ts'
import { CARD } from '../support/provider.ts'
import { aPayment } from '../support/season.ts'
import { findEngine, type SmallMachine, startSmallMachine } from '../support/small-machine.ts'
import { openDates } from '../support/system.ts'

const URL_OF_SITE = 'https://localhost'
/** A third of the image that had everything in it. */
const IMAGE_MB = 513
const BACK_WITHIN_S = 60
const WAITS_AT_MOST_S = 30
const CLIENTS = 4

export const smallMachine: Experiment = {
  id: 'E5',
  title: 'One small machine in containers: booked on over TLS, cut off, upgraded',
  async run({ say }) {
    const found = await findEngine()
    if ('missing' in found) {
      say(`Skipped: needs ${found.missing}.`)
      return []
    }
    const machine = await startSmallMachine(found.engine, say)
    try {
      const site = clientOf(URL_OF_SITE, undefined, { ca: machine.ca })
      return [
        size(machine),
        await bookingOverTls(machine, site),
        await visitors(machine),
        await powerCut(machine, site, say),
        await upgrade(machine, site, say),
        await commands(machine),
      ]
    } finally {
      await machine.close()
    }
  },
}

const size = ({ imageSize }: SmallMachine): Row => ({
  what: 'the image has only what runs',
  tried: '1',
  figure: `${imageSize} MB`,
  bar: `${IMAGE_MB} MB`,
  held: imageSize <= IMAGE_MB,
})

interface Booked {
  token: string
  id: number
}

async function book({ ca }: SmallMachine, site: Client, nth: number): Promise<Booked> {
  const token = await aNewcomer(site)
  const date = (await openDates(site)).at(-nth)!
  const held = heldOf(await site.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } }))
  const body = aPayment({ holdId: held.holdId, date, guests: 1, deposit: 350 }, await cardToken(ca))
  const { booking } = await site.call(payForBooking, { token, headers: { 'idempotency-key': randomUUID() }, body })
  if (booking.status !== 'CONFIRMED') throw new Error(`the booking is ${booking.status}`)
  return { token, id: booking.id }
}

/** Gives the card to the address that the page names, as a guest's browser does. */
async function cardToken(ca: string): Promise<string> {
  const page = await text(await ask(URL_OF_SITE, { ca }))
  const [, tokenUrl] = /"tokenUrl":"([^"]+)"/.exec(page)!
  const answer = await ask(
    tokenUrl!,
    { ca, method: 'POST', headers: { 'content-type': 'application/json' } },
    { card: CARD },
  )
  return ((await json(answer)) as { value: string }).value
}

const ask = (url: string, options: RequestOptions, body?: object) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    request(url, options, resolve)
      .once('error', reject)
      .end(body && JSON.stringify(body))
  })

const isThere = async (site: Client, { token, id }: Booked) =>
  (await site.call(listMyBookings, { token })).some((booking) => booking.id === id)

/** The saboteur trusts the public authorities only. */
async function bookingOverTls(machine: SmallMachine, site: Client): Promise<Row> {
  await book(machine, site, 1)
  const stranger = await clientOf(URL_OF_SITE).answer(getAvailabilityRange, {
    query: { startDate: '2027-01-01', endDate: '2027-01-02' },
  })
  return {
    what: 'a deposit is paid through Caddy, with its certificate',
    tried: '1 booking',
    figure: 'confirmed',
    bar: 'confirmed',
    held: true,
    saboteurCaught: stranger.status === 0,
  }
}

/** The saboteur goes past Caddy, where everybody comes from the network's gateway. */
async function visitors({ ca }: SmallMachine): Promise<Row> {
  const seen = await Promise.all(['127.0.0.1', '127.0.0.9'].map((from) => addressSeen(from, ca)))
  const past = await fetch(`http://127.0.0.1:3000${served.live.href()}`)
  const { address } = (await past.json()) as { address: string }
  return {
    what: 'the site knows each visitor by their own address, whatever they claim',
    tried: `${seen.length} addresses`,
    figure: seen.join(', '),
    bar: '127.0.0.1, 127.0.0.9',
    held: seen.join() === '127.0.0.1,127.0.0.9',
    saboteurCaught: !address.startsWith('127.'),
  }
}

async function addressSeen(localAddress: string, ca: string): Promise<string> {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const options = { servername: 'localhost', headers: { ...headers, host: 'localhost' } }
  const answer = await ask(`https://127.0.0.1${served.live.href()}`, { ...options, localAddress, ca })
  return ((await json(answer)) as { address: string }).address
}

/** Kills every process at once, as a power cut does, and starts nothing; the saboteur's site is not to be restarted. */
async function powerCut(machine: SmallMachine, site: Client, say: Context['say']): Promise<Row> {
  const booked = await book(machine, site, 2)
  const cut = async () => {
    for (const { pid } of await machine.containers()) process.kill(pid, 'SIGKILL')
    return backWithin(machine, BACK_WITHIN_S)
  }
  const seconds = await cut()
  say(`back after ${seconds} s`)
  const isKept = await isThere(site, booked)
  await book(machine, site, 3)
  const ofSite = (await machine.containers()).find(({ service }) => service === 'site')!
  await machine.engine('update', '--restart=no', ofSite.id)
  const sabotaged = await cut()
  await machine.engine('update', '--restart=always', ofSite.id)
  await machine.compose('up', '-d', '--wait')
  return {
    what: 'everything killed at once: back by itself, with what was booked',
    tried: '1 power cut',
    figure: isKept ? `${seconds} s` : 'a booking is gone',
    bar: `${BACK_WITHIN_S} s`,
    held: isKept && seconds <= BACK_WITHIN_S,
    saboteurCaught: sabotaged === Number.POSITIVE_INFINITY,
  }
}

async function backWithin({ ca }: SmallMachine, most: number): Promise<number> {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  while (seconds() <= most) {
    await delay(500)
    const { status } = await clientOf(URL_OF_SITE, undefined, { ca }).answer(getAvailabilityRange, {
      query: { startDate: '2027-01-01', endDate: '2027-01-02' },
    })
    if (status !== 0 && status < 500) return seconds()
  }
  return Number.POSITIVE_INFINITY
}

/** People look at days while the next release takes over. The saboteur asks the site itself, not Caddy, which waits for it. */
async function upgrade(machine: SmallMachine, site: Client, say: Context['say']): Promise<Row> {
  const booked = await book(machine, site, 4)
  await machine.release()
  const through = load(URL_OF_SITE, machine.ca)
  const past = load('http://127.0.0.1:3000')
  await machine.compose('up', '-d', '--wait')
  await delay(2000)
  const [heard, pastCaddy] = await Promise.all([through.stop(), past.stop()])
  const failed = heard.filter(isFailure)
  for (const { method, path, status, body } of failed.slice(0, 5))
    say(`${status} ${method} ${path} ${JSON.stringify(body)}`)
  const slowest = Math.round(Math.max(...heard.map(({ milliseconds }) => milliseconds)) / 1000)
  const isKept = await isThere(site, booked)
  await book(machine, site, 5)
  return {
    what: 'an upgrade by one command, while people look at days: requests that failed, the longest wait',
    tried: `${heard.length} requests by ${CLIENTS} people`,
    figure: `${failed.length} failed, ${slowest} s${isKept ? '' : ', a booking is gone'}`,
    bar: `0, ${WAITS_AT_MOST_S} s`,
    held: isKept && failed.length === 0 && slowest <= WAITS_AT_MOST_S,
    saboteurCaught: pastCaddy.some(isFailure),
  }
}

const isFailure = ({ status }: Heard) => status === 0 || status >= 500

function load(url: string, ca?: string) {
  const heard: Heard[] = []
  const client = clientOf(url, (one) => heard.push(one), { ...(ca && { ca }) })
  let isOver = false
  const people = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      await client.answer(getAvailabilityRange, {
        headers: { connection: 'close' },
        query: { startDate: '2027-01-01', endDate: '2027-03-01' },
      })
      await delay(50)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(people)
      return heard
    },
  }
}

/** Each exits with 0. */
async function commands(machine: SmallMachine): Promise<Row> {
  const inContainer = [
    ['exec', '-T', 'site', './arcadia', 'doctor'],
    ['exec', '-T', 'site', './arcadia', 'admin', 'list'],
    ['exec', '-T', 'site', './arcadia', 'backup', '/data/backups/now.sql.gz'],
  ]
  const failed: string[] = []
  for (const command of inContainer) await machine.compose(...command).catch(() => failed.push(command.join(' ')))
  return {
    what: 'doctor, admin and backup run in the container',
    tried: `${inContainer.length} commands`,
    figure: failed.length === 0 ? 'all' : failed.join('; '),
    bar: 'all',
    held: failed.length === 0,
  }
}
