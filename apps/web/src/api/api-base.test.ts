import { expect, test } from 'vitest'
import { apiBase } from './api-base.ts'

const bases = { local: 'local', dev: 'dev', production: 'production', devHost: 'dev.example.com' }

test.each([
  ['localhost', 'local'],
  ['127.0.0.1', 'local'],
  ['[::1]', 'local'],
  ['arcadia.localhost', 'local'],
  ['dev.example.com', 'dev'],
  ['www.example.com', 'production'],
  ['localhost.example.com', 'production'],
])('%s talks to the %s backend', (hostname, expected) => {
  expect(apiBase(hostname, bases)).toBe(expected)
})

test('without settings every host talks to its own origin', () => {
  expect(apiBase('www.example.com')).toBe('/api')
})
