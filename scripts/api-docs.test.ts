import { readFile } from 'node:fs/promises'
import { endpoints } from '@arcadia/contract/endpoints'
import { errors } from '@arcadia/contract/errors'
import { expect, test } from 'vitest'
import { apiDocument, describeApi } from './api-docs.ts'

test('docs/api.md says what the contract says; `npm run docs:api` writes it anew', async () => {
  expect(await readFile(apiDocument, 'utf8')).toBe(await describeApi())
})

test('every call and every error has its line', async () => {
  const text = await describeApi()
  const calls = text.match(/^\| `(GET|POST|PUT|PATCH|DELETE) [^`]+`/gm) ?? []
  expect(calls.map((call) => call.slice(3, -1)).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  )
  for (const code of Object.keys(errors)) expect(text).toContain(`| \`${code}\` |`)
})
