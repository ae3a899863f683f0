import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** The site uses no camera, microphone, location or devices, and an injected script must not either. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * A part of a page obeys the page's policies, not its own, but for who may frame it. The first screen has ten of them: all
 * headers are 800 bytes each, and on a slow line the fonts wait for them.
 */
const OF_FILES = ['cross-origin-resource-policy', 'x-content-type-options']
/** An answer of the API is no page, and nothing may be made of it; fifteen headers cost as much as the rest of a short answer. */
const OF_ANSWERS = [...OF_FILES, 'strict-transport-security']
const NO_FRAME = { 'content-security-policy': "frame-ancestors 'none'" }
const NO_PAGE = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/**
 * The strict Content-Security-Policy is the counterweight to a session in browser storage: no inline
 * script, no foreign one but the bot protection's, no markup made of strings.
 */
export function setSecurityHeaders(
  http: FastifyInstance,
  options: {
    isHttps: boolean
    cardTokenUrl: string
    hasBotProtection: boolean
    /** Posts of the social network, shown in a sandboxed frame once asked for. */
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
        // The bot protection's own script makes markup of strings, so it and this cannot be had together.
        ...(!options.hasBotProtection && { requireTrustedTypesFor: ["'script'"] }),
        // Behind plain http it would send people to an https that is not there.
        ...(options.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: options.isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // They are the same for every answer, so that they are made once.
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
    reply.headers(url.startsWith('/assets/') ? ofFiles : url.startsWith('/api/') ? ofAnswers : headers)
    next()
  })
}
