import * as accounts from '@arcadia/contract/accounts'
import { getDashboard } from '@arcadia/contract/admin/dashboard'
import { endpoints } from '@arcadia/contract/catalog'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { expect, test } from 'vitest'
import { openApiDocument } from './documents.ts'

interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; in: string }[]
}

const document = openApiDocument('http://localhost:3000') as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> }
}
const { paths } = document
const { schemas } = document.components
const operations = Object.values(paths).flatMap((path) => Object.values(path))

test('every operation has the unique export name of its endpoint', () => {
  expect(operations).toHaveLength(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  const { method, path } = accounts.login
  expect(paths[path]![method.toLowerCase()]!.operationId).toBe('login')
})

test('every operation declares its security, even if it needs none', () => {
  expect(paths[getBookingConfig.path]!.get!.security).toEqual([])
  expect(paths[getDashboard.path]!.get!.security).toEqual([{ bearer: [] }])
  for (const { security } of operations) expect(Array.isArray(security)).toBe(true)
})

test('a call that takes an Idempotency-Key declares the header', () => {
  const takingIt = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  expect(takingIt.map(({ operationId }) => operationId)).toContain('payForBooking')
  expect(takingIt).toHaveLength(endpoints.filter(({ takesKey }) => takesKey).length)
})

test('schemas have the names of the contract, and each reference leads to one', () => {
  expect(schemas.Booking).toMatchObject({ properties: { selectedDate: { $ref: '#/components/schemas/TripDate' } } })
  expect(schemas.TripDate).toMatchObject({ type: 'string', format: 'date', examples: ['2027-05-17'] })
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  const missing = [...references].map(([, name]) => name!).filter((name) => !schemas[name])
  expect(missing).toEqual([])
})
