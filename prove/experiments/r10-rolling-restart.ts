import { setTimeout as delay } from 'node:timers/promises'
import { getAvailabilityRange, streamAvailability } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Context, Experiment, Row } from '../experiment.ts'
import { clientOf, type Heard } from '../support/client.ts'
import { hasProgram, type Nginx, startNginx } from '../support/nginx.ts'
import { openDates, type Server, type System, startSystem } from '../support/system.ts'

const CLIENTS = 24
const SHORT_FORM_ROUNDS = 2

export const rollingRestart: Experiment = {
  id: 'R10',
  title: 'Rolling restarts and kills of three processes behind nginx',
  async run(context) {
    if (!hasProgram('nginx', '-v')) {
      context.say('Skipped: needs nginx (apt-get install nginx).')
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

/** A browser retries when nginx closes its kept connection on a reload; this client keeps none. */
const headers = { connection: 'close' }

/** People check days, hold a spot and release it through nginx until `stop`. */
async function load(url: string, dates: readonly string[]) {
  const heard: Heard[] = []
  const client = clientOf(url, (one) => heard.push(one))
  let isOver = false
  const [first, last] = [dates[0]!, dates.at(-1)!]
  // Register everyone before anything is stopped.
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
      if (hold.status === 201)
        await client.answer(releaseHold, { token, headers, params: { id: heldOf(hold.body).holdId } })
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

/** Requests that got no answer or a server error. */
const failures = (heard: readonly Heard[]) => heard.filter(({ status }) => status === 0 || status >= 500)

/** Checks that a change in one process reaches pages served by the others. */
async function streams(system: System, nginx: Nginx): Promise<Row> {
  const dates = await openDates(system.servers[0]!)
  const waits: number[] = []
  const stopping = new AbortController()
  const seen = new Map<string, (at: number) => void>()
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => fetch(nginx.url + streamAvailability.path, { signal: stopping.signal })),
  )
  const reading = opened.map(async ({ body }, index) => {
    let text = ''
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (const [date, notify] of seen) if (text.includes(date)) notify(index)
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
    const reached = new Set<number>()
    const all = new Promise<void>((resolve) => {
      seen.set(date, (index) => {
        reached.add(index)
        if (reached.size === opened.length) resolve()
      })
    })
    await server.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
    await Promise.race([all, delay(10_000)])
    waits.push(reached.size === opened.length ? performance.now() - started : Number.POSITIVE_INFINITY)
    seen.delete(date)
  }
  stopping.abort()
  await Promise.allSettled(reading)
  const slowest = Math.round(Math.max(...waits))
  return {
    what: 'a change in one process reaches every open calendar through nginx',
    tried: `${waits.length} changes, ${opened.length} calendars`,
    figure: `${slowest} ms at most`,
    bar: '1000 ms',
    held: slowest <= 1000,
  }
}

/** Replaces each process after taking it out of nginx's list; the saboteur kills it while still listed. */
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
  // A killed process sometimes has no request in progress, so try several.
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
    tried: `${restarts} restarts, ${traffic.heard.length} requests by ${CLIENTS} people`,
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

/** Kills a process without warning: only its requests in progress may fail. */
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
    what: 'requests that failed when a process was killed: at most the ones in progress',
    tried: `${kills} kills, ${traffic.heard.length} requests by ${CLIENTS} people`,
    figure: `${failed} failed`,
    bar: `at most ${CLIENTS} per kill`,
    held: failed <= CLIENTS * kills,
  }
}
