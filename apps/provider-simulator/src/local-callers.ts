import type { FastifyRequest } from 'fastify'

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a call comes directly from a program on this machine. The socket's address decides, whatever proxies the app
 * trusts. It rejects forwarded headers (a proxy), cross-site browser calls (another site's page) and host names that aren't
 * local (DNS rebinding).
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers, socket } = request.raw
  const isForwarded = Object.keys(headers).some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  )
  const site = headers['sec-fetch-site'] ?? 'none'
  const isForeignPage = site !== 'none' && site !== 'same-origin'
  return isLoopback(socket.remoteAddress ?? '') && isLocalName(headers.host ?? '') && !isForwarded && !isForeignPage
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)
}

function isLocalName(host: string): boolean {
  return /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host)
}
