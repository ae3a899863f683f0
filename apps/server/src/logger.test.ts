import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logTo({ isTTY }: { isTTY: boolean }) {
  const output = Object.assign(new PassThrough(), { isTTY })
  const log = createLogger('info', output as unknown as NodeJS.WriteStream)
  return { log, written: () => String(output.read() ?? '') }
}

test('what is collected is JSON, without the token of a request', () => {
  const { log, written } = logTo({ isTTY: false })
  log.info({ req: { headers: { authorization: 'Bearer secret', host: 'localhost' } } }, 'asked')
  const line = written()
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'asked', req: { headers: { host: 'localhost' } } })
  expect(line).not.toContain('secret')
})

test('a terminal gets a short line, with the cause of a warning', () => {
  const { log, written } = logTo({ isTTY: true })
  log.info('Creating the database files.')
  expect(written()).toMatch(/^\d\d:\d\d:\d\d Creating the database files\.\n$/)
  log.warn({ err: new Error('no route') }, 'the mail was not sent')
  expect(written()).toMatch(/^\d\d:\d\d:\d\d WARN the mail was not sent: no route\n$/)
})

test('a terminal sees the requests that went wrong, and only those', () => {
  const { log, written } = logTo({ isTTY: true })
  log.info({ method: 'GET', path: '/', status: 200 }, 'answered')
  log.info({ method: 'POST', path: '/api/enquiries', status: 500 }, 'answered')
  expect(written()).toMatch(/^\S+ 500 POST \/api\/enquiries\n$/)
})
