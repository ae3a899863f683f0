import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { buildHttp } from './build-http.ts'

test('at level info only writes, failures and slow responses are logged', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const http = buildHttp({ log, clock: systemClock, trustProxy: false, isDraining: () => false })
  http.route({ method: ['GET', 'POST'], url: '/quick', handler: async () => 'done' })
  http.get('/slow', () => delay(1100, 'done'))
  http.get('/news/stream', () => delay(1100, 'done'))
  await http.inject('/quick')
  await Promise.all(['/slow', '/news/stream'].map((url) => http.inject(url)))
  await http.inject('/unknown')
  await http.inject({ method: 'POST', url: '/quick' })
  await http.close()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(logged.map(({ method, path, status }) => `${status} ${method} ${path}`)).toEqual([
    '200 GET /slow',
    '404 GET /unknown',
    '200 POST /quick',
  ])
})

test('a request in flight is answered while draining, and its connection does not delay the close', async () => {
  let isDraining = false
  let finish = () => {}
  const http = buildHttp({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => isDraining,
  })
  const started = new Promise<void>((resolve) => {
    http.get('/payment', async () => {
      resolve()
      await new Promise<void>((done) => {
        finish = done
      })
      return 'paid'
    })
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const paying = fetch(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}/payment`)
  await started
  isDraining = true
  const closed = http.close()
  finish()
  const answer = await paying
  expect(answer.headers.get('connection')).toBe('close')
  expect(await answer.text()).toBe('paid')
  await closed
})

test('an answer that was on its way before the draining began does not delay the close once it has gone out', async () => {
  const log = pino({ level: 'silent' })
  const http = buildHttp({ log, clock: systemClock, trustProxy: false, isDraining: () => false })
  const file = new PassThrough()
  http.get('/file', (_request, reply) => reply.send(file))
  await http.listen({ port: 0, host: '127.0.0.1' })
  file.write('the first half, ')
  const answer = await fetch(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}/file`)
  const closed = http.close()
  await vi.waitFor(() => expect(http.server.listening).toBe(false))
  file.end('the second')
  expect(await answer.text()).toBe('the first half, the second')
  expect(await Promise.race([closed, delay(5000, 'still open')])).toBeUndefined()
})

test('a request with an ambiguous length is refused, and nothing after it is read as a second request', async () => {
  const http = buildHttp({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => false,
  })
  const asked: string[] = []
  http.addHook('onRequest', async ({ url }) => void asked.push(url))
  await http.listen({ port: 0, host: '127.0.0.1' })
  for (const heads of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked',
    'Content-Length: 4\r\nContent-Length: 40',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
  ]) {
    const connection = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
    connection.write(
      `POST /first HTTP/1.1\r\nHost: a\r\n${heads}\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n`,
    )
    const answer = String(
      await connection
        .setEncoding('latin1')
        .toArray()
        .then((parts) => parts.join('')),
    )
    expect(answer, heads).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      message: 'The request could not be read.',
      error: 'malformed-body',
      requestId: expect.any(String),
    })
  }
  expect(asked).not.toContain('/hidden')
  await http.close()
})

test('a connection that timed out is closed without an answer, which a request sent just then would take for its own', async () => {
  const log = pino({ level: 'silent' })
  const http = buildHttp({ log, clock: systemClock, trustProxy: false, isDraining: () => false })
  await http.listen({ port: 0 })
  const opened = once(http.server, 'connection')
  const connection = connect((http.server.address() as AddressInfo).port)
  const [served] = await opened
  http.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), served)
  expect(await connection.toArray()).toEqual([])
  await http.close()
})

test('an unused connection does not delay the close', async () => {
  const http = buildHttp({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => false,
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(http.server, 'connection')
  const early = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  await accepted
  const ended = once(early, 'close')
  await http.close()
  await ended
})
