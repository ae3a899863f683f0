import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  /** The decrypted notification. */
  notice: { title: string; tag: string; search: string }
  headers: Record<string, string | string[] | undefined>
  /** The claims of the sender's token, and whether its signature is valid. */
  claims: { aud: string; exp: number; sub: string }
  isSigned: boolean
}

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** A push service with the browser behind it: receives notifications over HTTP, decrypts them, and returns the set status. */
export async function startPushService() {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const authSecret = randomBytes(16)
  const received: Received[] = []
  let status = 201
  let server = createServer()

  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const idEnd = 21 + body.readUInt8(20)
    const sender = body.subarray(21, idEnd)
    const hkdf = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', from, key, info, length))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
    const secret = hkdf(authSecret, browser.computeSecret(sender), info, 32)
    const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
    const text = Buffer.concat([decipher.update(body.subarray(idEnd, -16)), decipher.final()])
    if (text.at(-1) !== 2) throw new Error('the last record has no end marker')
    return text.subarray(0, -1).toString('utf8')
  }

  function readSender(header = '') {
    const [, unsigned = '', signature = '', key = ''] = /^vapid t=(.+)\.([^.]+), k=(.+)$/.exec(header) ?? []
    const point = bytes(key)
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
    return {
      claims: JSON.parse(bytes(unsigned.split('.')[1]!).toString()),
      isSigned: verify(
        'sha256',
        Buffer.from(unsigned),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        bytes(signature),
      ),
    }
  }

  async function listen(port = 0) {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const notice = JSON.parse(decrypt(Buffer.concat(chunks)))
      received.push({ notice, headers: request.headers, ...readSender(request.headers.authorization) })
      response.writeHead(status).end()
    })
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }

  const port = await listen()
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    received,
    /** A browser's subscription, as its push manager returns it. */
    device: (name: string) => ({
      endpoint: `${origin}/${name}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: authSecret.toString('base64url') },
    }),
    answer(with_: number) {
      status = with_
    },
    listen: () => listen(port),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
