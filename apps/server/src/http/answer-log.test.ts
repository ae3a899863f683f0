import { login } from '@arcadia/contract/accounts'
import { createHold } from '@arcadia/contract/holds'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { buildHttp } from './build-http.ts'

test('a flood of refusals leaves twenty lines and a sum; other answers keep theirs', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const http = buildHttp({ log, clock: systemClock, trustProxy: false, isDraining: () => false })
  http.post(login.path, (_request, reply) => reply.code(429).send({}))
  http.post(createHold.path, (_request, reply) => reply.code(201).send({}))
  for (let nth = 0; nth < 500; nth++) await http.inject({ method: 'POST', url: login.path })
  for (let nth = 0; nth < 30; nth++) await http.inject({ method: 'POST', url: createHold.path })
  await http.close()
  expect(lines.filter(({ msg, status }) => msg === 'answered' && status === 429)).toHaveLength(20)
  expect(lines.filter(({ msg, status }) => msg === 'answered' && status === 201)).toHaveLength(30)
  expect(lines.filter(({ msg }) => msg === 'more were refused alike')).toMatchObject([
    { method: 'POST', route: login.path, status: 429, more: 480 },
  ])
})
