import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { testClock } from '../testing/test-clock.ts'
import { visitorAddressCheck } from './visitor-address-check.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** The site with that TRUST_PROXY, behind a proxy that passes on `forwarded` of what a visitor sent. */
async function publicUrlOf(TRUST_PROXY: string, forwarded: (sent: string) => string): Promise<string> {
  const app = await startTestApp({ settings: { TRUST_PROXY } })
  open.push(() => app.close())
  const site = new URL(await app.app.http.listen({ host: '127.0.0.1', port: 0 }))
  const proxy = createServer((incoming, outgoing) => {
    const headers = { 'x-forwarded-for': forwarded(String(incoming.headers['x-forwarded-for'])) }
    request({ host: site.hostname, port: site.port, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    }).end()
  })
  return listening(proxy)
}

async function listening(server: Server): Promise<string> {
  open.push(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const problems = async (publicUrl: string) =>
  (
    await visitorAddressCheck({ config: { publicUrl }, clock: testClock('2027-04-05T14:00:00Z') }, [
      '127.0.0.1',
      '10.0.0.7',
    ]).look()
  ).problems

test('a visitor, or this machine itself, seen by their own address is fine', async () => {
  expect(await problems(await publicUrlOf('1', () => '203.0.113.9'))).toEqual([])
  expect(await problems(await publicUrlOf('1', () => '10.0.0.7'))).toEqual([])
})

test("a proxy's address for everybody is named", async () => {
  const url = await publicUrlOf('1', () => '203.0.113.9, 172.18.0.1')
  expect(await problems(url)).toEqual([
    "TRUST_PROXY: every visitor has the address 172.18.0.1, which is a proxy's, so they share one limit and lock each other out",
  ])
})

test('an address that the visitor claims is named', async () => {
  expect(await problems(await publicUrlOf('2', (sent) => `${sent}, 203.0.113.9`))).toEqual([
    'TRUST_PROXY: visitors can make up their address and get past every limit',
  ])
})

test('where nobody can be asked, that is said', async () => {
  const publicUrl = await listening(createServer((_, outgoing) => outgoing.end('<h1>Your router</h1>')))
  expect(
    await visitorAddressCheck({ config: { publicUrl }, clock: testClock('2027-04-05T14:00:00Z') }, []).look(),
  ).toEqual({
    about: `proxies: nobody could be asked at ${publicUrl} from here`,
    problems: [],
  })
})

test('the network is asked once an hour, however often somebody looks', async () => {
  let asked = 0
  const publicUrl = await listening(
    createServer((_, outgoing) => {
      asked++
      outgoing.end('{"address":"203.0.113.9"}')
    }),
  )
  const clock = testClock('2027-04-05T14:00:00Z')
  const { look } = visitorAddressCheck({ config: { publicUrl }, clock }, [])
  for (let time = 0; time < 5; time++) await look()
  expect(asked).toBe(1)
  clock.advance({ hours: 1 })
  await look()
  expect(asked).toBe(2)
})
