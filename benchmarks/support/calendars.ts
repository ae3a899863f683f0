import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { streamAvailability } from '@arcadia/contract/availability'
import { instant } from './instant.ts'
import { requestOf } from './people.ts'

// Keeps calendars open, each from its own network, in a worker thread, so that reading ten thousand answers blocks nothing else.

const port = parentPort!
const sockets: Socket[] = []
let lastOf = new Float64Array()
let waiting: { since: number; missing: number } | undefined

port.on('message', async (message: { address: string; count: number } | { since: number }) => {
  if ('count' in message) {
    await open(message.address, message.count)
    port.postMessage('open')
  } else {
    const { since } = message
    waiting = { since, missing: lastOf.filter((at) => at < since).length }
    if (waiting.missing === 0) report(lastOf.reduce((one, other) => Math.max(one, other)))
  }
})

function report(at: number): void {
  waiting = undefined
  port.postMessage(at)
}

async function open(address: string, count: number): Promise<void> {
  lastOf = new Float64Array(count)
  for (let first = 0; first < count; first += 100)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, count - first) }, (_, more) => openOne(address, first + more)),
      )),
    )
}

function openOne(address: string, index: number): Promise<Socket> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(2048)
    let checked = 0
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer,
        callback(length) {
          const now = instant()
          if (checked++ === 0 && !buffer.toString('latin1', 0, length).startsWith('HTTP/1.1 200'))
            reject(new Error(buffer.toString('latin1', 0, length)))
          if (waiting && lastOf[index]! < waiting.since && --waiting.missing === 0) report(now)
          lastOf[index] = now
          resolve(socket)
          return true
        },
      },
    })
    const headers = { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }
    socket.on('connect', () => socket.write(requestOf(address, 'GET', streamAvailability.path, headers)))
    socket.on('error', reject)
  })
}
