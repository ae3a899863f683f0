import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Proxies one process's database and provider connections and records each step: a write, a commit, a provider call. The steps
 * are found by watching an unmodified program, which can then be killed just before or after any of them.
 */
export interface Taps {
  databaseUrl: string
  providerUrl: string
  /** Learns the statements of the background jobs, so they are not taken for steps. */
  learnRounds(): void
  /** Stops recording. */
  ignore(): void
  /** Starts recording steps. */
  record(): void
  /** In order of appearance. */
  steps: string[]
  /** Calls `hit` at this step and drops the request ('before') or its answer ('after'). */
  arm(step: string, hit: () => void): void
  close(): void
}

export async function startTaps(database: string, provider: string): Promise<Taps> {
  const rounds = new Set<string>()
  const times = new Map<string, number>()
  let mode: 'rounds' | 'steps' | 'neither' = 'neither'
  let armed: { step: string; hit: () => void } | undefined

  const taps = {
    steps: [] as string[],
    /** Returns checks for the moments around a step; each tells whether the step was armed. */
    reach(what: string): { before: () => boolean; after: () => boolean } {
      const nth = (times.get(what) ?? 0) + 1
      if (mode === 'steps') times.set(what, nth)
      const at = (moment: 'before' | 'after') => () => {
        if (mode !== 'steps') return false
        const step = `${moment} ${what}${nth > 1 ? ` (${nth})` : ''}`
        taps.steps.push(step)
        if (armed?.step !== step) return false
        const { hit } = armed
        armed = undefined
        hit()
        return true
      }
      return { before: at('before'), after: at('after') }
    },
    isRound(sql: string): boolean {
      if (mode === 'rounds') rounds.add(sql)
      return mode !== 'steps' || rounds.has(sql)
    },
  }
  const sockets = new Set<Socket>()
  const databaseTap = await tapDatabase(new URL(database), taps, sockets)
  const providerTap = await tapProvider(provider, taps, sockets)
  const throughTap = new URL(database)
  throughTap.port = String((databaseTap.address() as AddressInfo).port)
  return {
    databaseUrl: throughTap.href,
    providerUrl: `http://127.0.0.1:${(providerTap.address() as AddressInfo).port}`,
    learnRounds() {
      mode = 'rounds'
    },
    ignore() {
      mode = 'neither'
    },
    record() {
      times.clear()
      taps.steps.length = 0
      mode = 'steps'
    },
    steps: taps.steps,
    arm(step, hit) {
      armed = { step, hit }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      databaseTap.close()
      providerTap.close()
    },
  }
}

interface Watcher {
  reach(what: string): { before: () => boolean; after: () => boolean }
  isRound(sql: string): boolean
}

async function tapDatabase(target: URL, watcher: Watcher, sockets: Set<Socket>): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    /** The open transaction, and whether it has done anything besides background work. */
    let transaction: { isOurs: boolean } | undefined
    let after: (() => boolean) | undefined
    let isCut = false

    /** One whole driver request: a simple query, or all messages up to `Sync`. */
    const onRequest = (sql: string | undefined, bytes: Buffer) => {
      const step = sql === undefined ? undefined : judge(sql)
      if (isCut || step?.before()) {
        isCut = true
        return
      }
      after = step?.after
      upstream.write(bytes)
    }
    function judge(sql: string): { before: () => boolean; after: () => boolean } | undefined {
      const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
      if (verb === 'begin' || verb === 'start') transaction = { isOurs: false }
      else if (verb === 'commit') {
        const { isOurs = false } = transaction ?? {}
        transaction = undefined
        return isOurs ? watcher.reach('commit') : undefined
      } else if (verb === 'rollback') transaction = undefined
      else if (!watcher.isRound(sql)) {
        if (transaction) transaction.isOurs = true
        if (!/^(insert|update|delete|with)$/.test(verb)) return undefined
        const step = watcher.reach(summarize(sql))
        if (!transaction) return step
        // Uncommitted work is invisible, so 'after' equals 'before' the next step.
        return { ...step, after: () => false }
      }
      return undefined
    }
    client.on('data', requestsOf(onRequest))
    upstream.on(
      'data',
      answersOf((bytes, isReady) => {
        if (isReady && after) {
          if (after()) isCut = true
          after = undefined
        }
        if (!isCut) client.write(bytes)
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const summarize = (sql: string) => sql.replace(/\s+/g, ' ').replaceAll('"', '').trim().slice(0, 60)

/** Splits a PostgreSQL driver's output into requests: a simple query, or all messages up to `Sync`. */
function requestsOf(tell: (sql: string | undefined, bytes: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  let sql: string | undefined
  let from = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let at = from
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < at + head + 4) break
      const end = at + head + rest.readInt32BE(at + head)
      if (rest.length < end) break
      const type = isStarted ? String.fromCharCode(rest[at]!) : ''
      if (type === 'Q') sql = rest.toString('utf8', at + 5, end - 1)
      // The statement's name comes before its text.
      if (type === 'P') {
        const text = rest.indexOf(0, at + 5) + 1
        sql = rest.toString('utf8', text, rest.indexOf(0, text))
      }
      at = end
      if (!isStarted || !'PBDEC'.includes(type)) {
        tell(sql, rest.subarray(0, at))
        sql = undefined
        rest = rest.subarray(at)
        at = 0
      }
      isStarted = true
    }
    from = at
  }
}

/** Splits PostgreSQL's answers into messages and reports when it is ready for the next request. */
function answersOf(tell: (bytes: Buffer, isReady: boolean) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let at = 0
    let isReady = false
    while (rest.length >= at + 5 && rest.length >= at + 1 + rest.readInt32BE(at + 1)) {
      isReady ||= rest[at] === 0x5a
      at += 1 + rest.readInt32BE(at + 1)
    }
    if (at > 0) tell(rest.subarray(0, at), isReady)
    rest = rest.subarray(at)
  }
}

async function tapProvider(target: string, watcher: Watcher, sockets: Set<Socket>): Promise<Server> {
  const server = createHttpServer((incoming, reply) => {
    const { method, headers, url = '' } = incoming
    const step = watcher.reach(`the call ${method} ${url.replace(/[\w-]{12,}/g, '…')}`)
    if (step.before()) return
    const outgoing = request(`${target}${url}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('error', () => reply.destroy())
      answer.once('end', () => {
        if (step.after()) return
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        reply.end(Buffer.concat(chunks))
      })
    })
    outgoing.once('error', () => reply.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
