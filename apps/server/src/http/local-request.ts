import type { FastifyRequest } from 'fastify'

const forwardedHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/** Whether a request comes straight from a program on this machine: a loopback socket and no sign of a proxy. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw
  const isForwarded = Object.keys(headers).some(
    (name) => forwardedHeaders.includes(name) || name.startsWith('x-forwarded-'),
  )
  return !isForwarded && /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(socket.remoteAddress ?? '')
}
