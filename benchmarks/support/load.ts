import { connect, type Socket } from 'node:net'

const NOTHING = Buffer.alloc(0)

/** The request that each connection repeats as soon as the previous answer arrives. */
export interface Asked {
  path: string
  headers?: Record<string, string>
  /** The expected status. */
  status: number
}

/** Answers per second over connections that never pause. Uses bare sockets, so the load costs little. */
export async function answersASecond(
  address: string,
  asked: Asked,
  seconds: number,
  connections = 32,
): Promise<number> {
  const { host, hostname, port } = new URL(address)
  const lines = Object.entries(asked.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${asked.path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`
  let answers = 0
  let isOver = false
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const wrong = new Promise<never>((_, reject) => {
    for (const socket of sockets) {
      eachAnswer(socket, (status) => {
        if (status !== asked.status) reject(new Error(`${asked.path} answered ${status}, not ${asked.status}.`))
        answers++
        if (!isOver) socket.write(request)
      })
      socket.once('error', reject)
    }
  })
  const started = performance.now()
  for (const socket of sockets) socket.write(request)
  await Promise.race([wrong, new Promise((resolve) => setTimeout(resolve, seconds * 1000))])
  const took = (performance.now() - started) / 1000
  const counted = answers
  isOver = true
  for (const socket of sockets) socket.destroy()
  return counted / took
}

export function open(hostname: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })
}

/**
 * Reads answers from a connection. Data as long as an earlier answer is taken for a whole one: parsing each would cost more
 * than serving it, and measure the load instead of the server.
 */
function eachAnswer(socket: Socket, tell: (status: number) => void): void {
  const lengths = new Set<number>()
  let rest = NOTHING
  socket.on('data', (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (!lengths.has(rest.length)) {
      if (rest.length !== lengthOf(rest)) return
      lengths.add(rest.length)
    }
    const status = 100 * (rest[9]! - 48) + 10 * (rest[10]! - 48) + rest[11]! - 48
    rest = NOTHING
    tell(status)
  })
}

/** Length of an answer that has a content-length or no body; 0 until its head is complete. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return 0
  return end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1] ?? 0)
}
