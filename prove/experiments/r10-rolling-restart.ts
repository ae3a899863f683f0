import { setTimeout as delay } from 'node:timers/promises'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import type { Context, Experiment, Row } from '../experiment.ts'
import { clientOf, type Heard } from '../support/client.ts'
import { hasProgram, type Nginx, startNginx } from '../support/nginx.ts'
import { openDates, type Server, type System, startSystem } from '../support/system.ts'

const CLIENTS = 24
const SHORT_FORM_ROUNDS = 2

export const rollingRestart: Experiment = {
  id: 'R10',
  title: 'Three processes behind nginx, stopped in turn and killed',
  async run(context) {
    if (!hasProgram('nginx', '-v')) {
      context.say('Skipped: it needs nginx (apt-get install nginx).')
      return []
    }
    const system = await startSystem(3, { settings: { TRUST_PROXY: '1' } })
    const nginx = await startNginx(urlsOf(system))
    try {
      return [await streams(system, nginx), await rolling(system, nginx, context), await killed(system, nginx, context)]
    } finally {
      await nginx.close()
      await system.close()
    }
  },
}

const urlsOf = ({ servers }: System) => servers.filter(({ isUp }) => isUp()).map(({ url }) => url)

/** A browser asks again when a connection that it kept was closed meanwhile, as nginx does on a reload; this client has none to keep. */
const headers = { connection: 'close' }

/** People who look at days, hold a spot and give it up, through nginx, until `stop`. */
async function load(url: string, dates: readonly string[]) {
  const heard: Heard[] = []
  const client = clientOf(url, (one) => heard.push(one))
  let isOver = false
  const [first, last] = [dates[0]!, dates.at(-1)!]
  // Before anything is stopped.
  const tokens = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const email = `rolling-${Date.now()}-${index}@example.com`
      const body = { firstName: 'Ada', lastName: 'Angler', email, phoneNumber: '(863) 555-0142' }
      return (await client.call(registerNewcomer, { headers, body })).token
    }),
  )
  const person = async (token: string, index: number) => {
    while (!isOver) {
      await client.answer(getAvailabilityRange, { headers, query: { startDate: first, endDate: last } })
      await client.answer(getBookingConfig, { headers })
      const body = { selectedDate: dates[index % dates.length]!, numberOfGuests: 1 }
      const hold = await client.answer(createHold, { token, headers, body })
      if (hold.status === 201) await client.answer(releaseHold, { token, headers, params: { id: hold.body.holdId } })
    }
  }
  const people = tokens.map(person)
  return {
    heard,
    async stop() {
      isOver = true
      await Promise.all(people)
    },
  }
}

/** Nobody heard of it, or was told that something is broken. */
const failures = (heard: readonly Heard[]) => heard.filter(({ status }) => status === 0 || status >= 500)

/** What one process changes a page that another one serves sees, through nginx. */
async function streams(system: System, nginx: Nginx): Promise<Row> {
  const dates = await openDates(system.servers[0]!)
  const waits: number[] = []
  const stopping = new AbortController()
  const seen = new Map<string, (at: number) => void>()
  const opened = await Promise.all(
    Array.from({ length: 6 }, () =>
      fetch(`${nginx.url}/api/bookings/availability/stream`, { signal: stopping.signal }),
    ),
  )
  const reading = opened.map(async ({ body }, index) => {
    let text = ''
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (const [date, tell] of seen) if (text.includes(date)) tell(index)
    }
  })
  for (const [turn, server] of [...system.servers, ...system.servers].entries()) {
    const date = dates[turn + 10]!
    const { token } = await server.call(registerNewcomer, {
      body: {
        firstName: 'Bo',
        lastName: 'Gar',
        email: `stream-${turn}-${Date.now()}@example.com`,
        phoneNumber: '(863) 555-0142',
      },
    })
    const started = performance.now()
    const told = new Set<number>()
    const all = new Promise<void>((resolve) => {
      seen.set(date, (index) => {
        told.add(index)
        if (told.size === opened.length) resolve()
      })
    })
    await server.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
    await Promise.race([all, delay(10_000)])
    waits.push(told.size === opened.length ? performance.now() - started : Number.POSITIVE_INFINITY)
    seen.delete(date)
  }
  stopping.abort()
  await Promise.allSettled(reading)
  const slowest = Math.round(Math.max(...waits))
  return {
    what: 'a change in one process reaches the open calendars of all, through nginx',
    tried: `${waits.length} changes, ${opened.length} calendars`,
    figure: `${slowest} ms at the slowest`,
    bar: '1000 ms',
    held: slowest <= 1000,
  }
}

/** Each process is taken out of nginx's list, stopped, started and put back; then killed while it is in there. */
async function rolling(system: System, nginx: Nginx, { minutes, say }: Context): Promise<Row> {
  const dates = await openDates(system.servers[0]!)
  const traffic = await load(nginx.url, dates)
  const until = Date.now() + (minutes ?? 0) * 30_000
  let restarts = 0
  for (let round = 0; round < SHORT_FORM_ROUNDS || Date.now() < until; round++)
    for (const server of system.servers.filter(({ isUp }) => isUp())) {
      await replace(system, nginx, server)
      restarts++
      say(`${restarts} restarts, ${traffic.heard.length} requests, ${failures(traffic.heard).length} failed`)
    }
  await traffic.stop()

  const again = await load(nginx.url, dates)
  // One that is killed has now and then nothing in hand.
  for (let kills = 0; kills < 5 && failures(again.heard).length === 0; kills++) {
    await delay(500)
    await system.servers.find(({ isUp }) => isUp())!.end('SIGKILL')
    await system.startServer()
    await nginx.sendTo(urlsOf(system))
  }
  await again.stop()
  const failed = failures(traffic.heard)
  for (const { method, path, status } of failed.slice(0, 5)) say(`${status} ${method} ${path}`)
  return {
    what: 'requests that failed while every process was replaced in turn',
    tried: `${restarts} restarts, ${traffic.heard.length} requests of ${CLIENTS} people`,
    figure: `${failed.length} failed`,
    bar: '0',
    held: failed.length === 0,
    saboteurCaught: failures(again.heard).length > 0,
  }
}

async function replace(system: System, nginx: Nginx, server: Server): Promise<void> {
  await nginx.sendTo(urlsOf(system).filter((url) => url !== server.url))
  await server.end('SIGTERM')
  await system.startServer()
  await nginx.sendTo(urlsOf(system))
}

/** Killed without a word: only what it had in hand may fail. */
async function killed(system: System, nginx: Nginx, { say }: Context): Promise<Row> {
  const dates = await openDates(system.servers.find(({ isUp }) => isUp())!)
  const traffic = await load(nginx.url, dates)
  const kills = 3
  let failed = 0
  for (let kill = 0; kill < kills; kill++) {
    await delay(1000)
    await system.servers.find(({ isUp }) => isUp())!.end('SIGKILL')
    await delay(1000)
    await system.startServer()
    await nginx.sendTo(urlsOf(system))
  }
  await traffic.stop()
  failed = failures(traffic.heard).length
  say(`${traffic.heard.length} requests, ${failed} failed`)
  return {
    what: 'requests that failed when a process was killed, beside the ones it had in hand',
    tried: `${kills} kills, ${traffic.heard.length} requests of ${CLIENTS} people`,
    figure: `${failed} failed`,
    bar: `at most ${CLIENTS} each`,
    held: failed <= CLIENTS * kills,
  }
}
