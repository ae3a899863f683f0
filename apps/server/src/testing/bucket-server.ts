import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BUCKET_KEY = { keyId: 'AKIATEST', secret: 'a secret of forty characters, more or less' }

/** A small server of an S3-compatible bucket: it checks each signature and keeps what is put. `refusal` answers all calls. */
export async function startBucketServer() {
  const files = new Map<string, Buffer>()
  const bucket = { files, address: '', refusal: 0, async close() {} }
  const server = createServer(async (request, response) => {
    const name = request.url!.split('/').at(-1)!
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = bucket.refusal || (isSigned(request) ? 200 : 403)
    if (answer === 200 && request.method === 'PUT') files.set(name, Buffer.concat(chunks))
    if (answer === 200 && request.method === 'DELETE') files.delete(name)
    response.writeHead(answer).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bucket.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/my-bucket`
  bucket.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return bucket
}

/** Signature Version 4, as its specification says. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, date, region, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!date || !region || !signedHeaders) return false
  const lines = signedHeaders.split(';').map((name) => `${name}:${headers[name]}\n`)
  const asked = [method, url, '', lines.join(''), signedHeaders, headers['x-amz-content-sha256']].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(asked).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<Buffer>(
    (by, part) => createHmac('sha256', by).update(part).digest(),
    Buffer.from(`AWS4${BUCKET_KEY.secret}`),
  )
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}
