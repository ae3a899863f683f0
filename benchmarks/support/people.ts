import type { Socket } from 'node:net'
import { open } from './load.ts'

export interface Reply {
  status: number
  /** Status line and headers. */
  head: string
  body: string
}

/** Sends one request on the person's connection and waits for the answer. */
export type Ask = (request: string) => Promise<Reply>

/** Counted rounds per second; each person has a connection and plays rounds in sequence. */
export async function roundsASecond(
  address: string,
  seconds: number,
  people: number,
  round: (ask: Ask, person: number) => Promise<boolean>,
): Promise<number> {
  const { hostname, port } = new URL(address)
  const sockets = await Promise.all(Array.from({ length: people }, () => open(hostname, Number(port))))
  let rounds = 0
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    sockets.map(async (socket, person) => {
      const ask = asker(socket)
      while (performance.now() < until) if (await round(ask, person)) rounds++
      socket.destroy()
    }),
  )
  return rounds / ((performance.now() - started) / 1000)
}

/** Runs one person's work on a new connection. */
export async function onePerson<T>(address: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { hostname, port } = new URL(address)
  const socket = await open(hostname, Number(port))
  try {
    return await work(asker(socket))
  } finally {
    socket.destroy()
  }
}

export function requestOf(
  address: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): string {
  const text = body ? JSON.stringify(body) : ''
  const all = {
    host: new URL(address).host,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(text.length) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

/** Sends requests on a socket; answers must have a content-length or no body. */
function asker(socket: Socket): Ask {
  let rest = ''
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  socket.setEncoding('latin1')
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('end', () => waiting?.reject(new Error('The server closed the connection.')))
  socket.on('data', (chunk: string) => {
    rest += chunk
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(rest.slice(0, end))?.[1] ?? 0)
    if (rest.length < end + 4 + length) return
    const reply = { status: Number(rest.slice(9, 12)), head: rest.slice(0, end), body: rest.slice(end + 4) }
    rest = ''
    waiting?.resolve(reply)
  })
  return (request) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      socket.write(request)
    })
}
