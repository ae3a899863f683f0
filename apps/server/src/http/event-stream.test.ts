import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildHttp } from './build-http.ts'
import { createEventStreams } from './event-stream.ts'

test('a listener who left before the stream began is let go of, once whoever opened it can hear of that', async () => {
  const streams = createEventStreams({ closing: new AbortController().signal, limitsNetworks: true })
  const http = buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, isDraining: () => false })
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
