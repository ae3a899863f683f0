import * as accounts from '@arcadia/contract/accounts'
import { endpoints } from '@arcadia/contract/catalog'
import { expect, test } from 'vitest'
import { openApiDocument } from './documents.ts'

interface Operation {
  operationId: string
  security: object[]
}

const { paths } = openApiDocument('http://localhost:3000') as { paths: Record<string, Record<string, Operation>> }
const operations = Object.values(paths).flatMap((path) => Object.values(path))

test('every operation has the unique export name of its endpoint', () => {
  expect(operations).toHaveLength(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  const { method, path } = accounts.login
  expect(paths[path]![method.toLowerCase()]!.operationId).toBe('login')
})

test('every operation declares its security, even if it needs none', () => {
  expect(paths['/api/bookings/config']!.get!.security).toEqual([])
  expect(paths['/api/admin/dashboard']!.get!.security).toEqual([{ bearer: [] }])
  for (const { security } of operations) expect(Array.isArray(security)).toBe(true)
})
