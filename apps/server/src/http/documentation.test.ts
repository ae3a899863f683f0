import { createHash } from 'node:crypto'
import { served } from '@arcadia/contract/addresses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test("the reader of the API's document may run its own script and no other inline script", async () => {
  const { body, headers } = await app.request('GET', `${served.docs.href()}/`)
  const [, script] = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(body)!
  const hash = createHash('sha256').update(script!).digest('base64')
  const scripts = /script-src ([^;]+);/.exec(String(headers['content-security-policy']))![1]
  expect(scripts).toBe(`'self' 'sha256-${hash}'`)
})
