import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createQuickbooksOauth } from './quickbooks-oauth.ts'

test('our secret and the tokens never follow a redirect', async () => {
  const asked: string[] = []
  const provider = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const oauth = createQuickbooksOauth({
    tokenUrl: `${address}/token`,
    revokeUrl: `${address}/revoke`,
    clientId: 'client',
    clientSecret: 'secret',
  })
  expect(await oauth.refresh('refresh token')).toMatchObject({ kind: 'unavailable' })
  expect(await oauth.revoke('refresh token')).toBe(false)
  expect(asked).toEqual(['/token', '/revoke'])
  provider.close()
})
