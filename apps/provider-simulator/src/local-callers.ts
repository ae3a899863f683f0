import type { FastifyRequest } from 'fastify'

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/**
 * Whether a call comes directly from a program on this machine. The socket's address decides, whatever proxies the app
 * trusts. It rejects forwarded headers (a proxy), another site's page (by either header that browsers send) and host names
 * that aren't local (DNS rebinding). A proxy may leave no sign, so at a public address no call is local.
 */
export function isLocal(request: FastifyRequest, publicUrl: string): boolean {
  const { headers, socket } = request.raw
  const isForwarded = Object.keys(headers).some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  )
  const site = headers['sec-fetch-site'] ?? 'none'
  const { origin, host = '' } = headers
  const isForeignPage =
    (site !== 'none' && site !== 'same-origin') || (origin !== undefined && !origin.endsWith(`//${host}`))
  if (publicUrl && !isLocalName(new URL(publicUrl).host)) return false
  return isLoopback(socket.remoteAddress ?? '') && isLocalName(host) && !isForwarded && !isForeignPage
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address)
}

function isLocalName(host: string): boolean {
  return /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host)
}
