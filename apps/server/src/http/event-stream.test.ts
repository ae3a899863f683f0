import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { buildHttp } from './build-http.ts'
import { createEventStreams } from './event-stream.ts'

test('a client that left before the stream opened is released after the caller has the stream', async () => {
  const streams = createEventStreams({ closing: new AbortController().signal, limitsNetworks: true })
  const http = buildHttp({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => false,
  })
  const leave = new AbortController()
  const ended = new Promise((resolve, reject) => {
    http.get('/', async (_, reply) => {
      leave.abort()
      await once(reply.raw, 'close')
      try {
        streams.open(reply, () => stop())
        const stop = () => resolve('ended')
      } catch (error) {
        reject(error)
      }
    })
  })
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  await fetch(address, { signal: leave.signal }).catch(() => {})
  expect(await ended).toBe('ended')
  await http.close()
})

test('a stream waits for its turn on its connection and ends with the process', async () => {
  const closing = new AbortController()
  const streams = createEventStreams({ closing: closing.signal, limitsNetworks: true })
  const http = buildHttp({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => false,
  })
  const onEnd = vi.fn()
  const opened = Promise.withResolvers<void>()
  let stream: ReturnType<typeof streams.open>
  http.get('/before', () => opened.promise.then(() => 'before'))
  http.get('/stream', (_, reply) => {
    stream = streams.open(reply, onEnd)
    opened.resolve()
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((http.server.address() as { port: number }).port)
  let received = ''
  client.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  client.write(['/before', '/stream'].map((path) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`).join(''))
  await expect.poll(() => received).toMatch(/before.*200 OK.*connection: close\r\n.*\r\n\r\nretry: 2000\n\n$/s)
  expect(onEnd).not.toHaveBeenCalled()
  stream!.send('news', {})
  await expect.poll(() => received).toMatch(/event: news\ndata: {}\n\n$/)
  const ended = once(client, 'end')
  closing.abort()
  await ended
  expect(onEnd).toHaveBeenCalledOnce()
  await http.close()
})

test('a stream requested with a body is served too', async () => {
  const closing = new AbortController()
  const streams = createEventStreams({ closing: closing.signal, limitsNetworks: true })
  const http = buildHttp({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => false,
  })
  let stream: ReturnType<typeof streams.open>
  http.get('/', (_, reply) => {
    stream = streams.open(reply, () => {})
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((http.server.address() as { port: number }).port)
  let received = ''
  client.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  client.write('GET / HTTP/1.1\r\nhost: here\r\ncontent-length: 4\r\n\r\nbody')
  await expect.poll(() => received).toMatch(/retry: 2000\n\n$/)
  stream!.send('news', {})
  await expect.poll(() => received).toMatch(/event: news\ndata: {}\n\n$/)
  closing.abort()
  await http.close()
})
