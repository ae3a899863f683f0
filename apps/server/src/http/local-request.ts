import type { FastifyRequest } from 'fastify'

const forwardedHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a request comes directly from a program on this machine: a loopback socket, no sign of a proxy or of another site's
 * page, and a local host name, which stops DNS rebinding. A proxy may leave no sign, so at a public address nobody counts.
 */
export function isFromThisMachine(
  request: FastifyRequest,
  { isPublicUrlLocal }: { isPublicUrlLocal: boolean },
): boolean {
  const { headers, socket } = request.raw
  const isForwarded = Object.keys(headers).some(
    (name) => forwardedHeaders.includes(name) || name.startsWith('x-forwarded-'),
  )
  const isMeantForIt = /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  const { origin, 'sec-fetch-site': site = 'none' } = headers
  const isForeignPage =
    !['none', 'same-origin'].includes(String(site)) || (origin !== undefined && !origin.endsWith(`//${headers.host}`))
  return (
    isPublicUrlLocal &&
    isMeantForIt &&
    !isForwarded &&
    !isForeignPage &&
    /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(socket.remoteAddress ?? '')
  )
}
