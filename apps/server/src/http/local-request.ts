import type { FastifyRequest } from 'fastify'

const forwardedHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a request comes directly from a program on this machine: a loopback socket, no sign of a proxy, and a local host name.
 * The host name check stops DNS rebinding.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw
  const isForwarded = Object.keys(headers).some(
    (name) => forwardedHeaders.includes(name) || name.startsWith('x-forwarded-'),
  )
  const isMeantForIt = /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  return (
    isMeantForIt && !isForwarded && /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(socket.remoteAddress ?? '')
  )
}
