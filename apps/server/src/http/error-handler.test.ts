import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { API } from '@arcadia/contract/addresses'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { eventually } from '../testing/test-app.ts'
import { buildHttp } from './build-http.ts'

test('an aborted request is one info line, not an error or a lost database', async () => {
  const lines: { level: number; msg: string }[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const http = buildHttp({
    log: pino({ level: 'debug' }, sink),
    clock: systemClock,
    trustProxy: false,
    isDraining: () => false,
  })
  http.post(`${API}anything`, async () => ({}))
  // Body parsing starts after this hook.
  const arrived = new Promise((resolve) => http.addHook('preParsing', async () => void setImmediate(resolve)))
  await http.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = http.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /api/anything HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    )
    await arrived
    socket.resetAndDestroy()
    const brokenOff = 'the client aborted its request'
    await eventually(async () => lines.some(({ msg }) => msg === brokenOff))
    expect(lines.filter(({ level }) => level > pino.levels.values.info!)).toEqual([])
  } finally {
    await http.close()
  }
})
