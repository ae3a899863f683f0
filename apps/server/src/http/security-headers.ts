import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { API } from '@arcadia/contract/addresses'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** The site uses no camera, microphone or devices, so injected scripts can't either. The portal asks where the owner stands. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('geolocation=(self)')
  .join(', ')

/**
 * Assets obey the policies of their page, except for framing. The first screen loads ten of them, and the full headers are
 * 800 bytes each, which delays the fonts on a slow connection.
 */
const OF_FILES = ['cross-origin-resource-policy', 'x-content-type-options']
/** API responses are not pages and need few headers; all fifteen would double a short response. */
const OF_ANSWERS = [...OF_FILES, 'strict-transport-security']
const NO_FRAME = { 'content-security-policy': "frame-ancestors 'none'" }
const NO_PAGE = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/**
 * The strict Content-Security-Policy protects the session in browser storage: no inline scripts, no third-party scripts
 * except the bot protection's, no markup from strings.
 */
export function setSecurityHeaders(
  http: FastifyInstance,
  options: {
    isHttps: boolean
    cardTokenUrl: string
    hasBotProtection: boolean
    /** Social media posts, shown in a sandboxed frame on request. */
    socialPosts: readonly string[]
  },
): void {
  const botProtection = options.hasBotProtection ? ['https://www.google.com', 'https://www.gstatic.com'] : []
  const frames = [
    ...new Set(options.socialPosts.map((post) => new URL(post).origin)),
    ...(options.hasBotProtection ? ['https://www.google.com'] : []),
  ]
  const addHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...botProtection],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", new URL(options.cardTokenUrl).origin, ...botProtection],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // The bot protection's script builds markup from strings, which trusted types would block.
        ...(!options.hasBotProtection && { requireTrustedTypesFor: ["'script'"] }),
        // On a plain http site this would point people to https, which isn't served.
        ...(options.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: options.isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // Built once, because the headers are the same for every response.
  const made = new ServerResponse(new IncomingMessage(new Socket()))
  addHeaders(made.req, made, () => {})
  const headers = { ...made.getHeaders(), 'permissions-policy': PERMISSIONS_POLICY }
  const only = (names: string[]) => Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
  const [ofFiles, ofAnswers] = [
    { ...only(OF_FILES), ...NO_FRAME },
    { ...only(OF_ANSWERS), ...NO_PAGE },
  ]
  http.addHook('onRequest', (request, reply, next) => {
    const { url } = request
    reply.headers(url.startsWith('/assets/') ? ofFiles : url.startsWith(API) ? ofAnswers : headers)
    next()
  })
}
