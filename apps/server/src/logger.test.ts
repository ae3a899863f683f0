import { PassThrough } from 'node:stream'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logTo({ isTTY }: { isTTY: boolean }) {
  const output = Object.assign(new PassThrough(), { isTTY })
  const log = createLogger('info', output as unknown as NodeJS.WriteStream)
  return { log, written: () => String(output.read() ?? '') }
}

test('away from a terminal, lines are JSON without the bearer token', () => {
  const { log, written } = logTo({ isTTY: false })
  log.info({ req: { headers: { authorization: 'Bearer secret', host: 'localhost' } } }, 'asked')
  const line = written()
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'asked', req: { headers: { host: 'localhost' } } })
  expect(line).not.toContain('secret')
})

test('a terminal gets short lines, with the cause of a warning', () => {
  const { log, written } = logTo({ isTTY: true })
  log.info('Creating the database files.')
  expect(written()).toMatch(/^\d\d:\d\d:\d\d Creating the database files\.\n$/)
  log.warn({ err: new Error('no route') }, 'the email was not sent')
  expect(written()).toMatch(/^\d\d:\d\d:\d\d WARN the email was not sent: no route\n$/)
})

test('a terminal shows only failed requests', () => {
  const { log, written } = logTo({ isTTY: true })
  log.info({ method: 'GET', path: '/', status: 200 }, 'answered')
  log.info({ method: 'POST', path: createEnquiry.path, status: 500 }, 'answered')
  expect(written()).toMatch(/^\S+ 500 POST \/api\/enquiries\n$/)
})
