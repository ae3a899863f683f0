import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

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
 * The strict Content-Security-Policy is the counterweight to a session in browser storage: no inline
 * script, no foreign one but the bot protection's, no markup made of strings.
 */
export async function setSecurityHeaders(
  http: FastifyInstance,
  options: {
    isHttps: boolean
    cardTokenUrl: string
    hasBotProtection: boolean
    /** Posts of the social network, shown in a sandboxed frame once asked for. */
    socialPosts: readonly string[]
  },
): Promise<void> {
  const botProtection = options.hasBotProtection ? ['https://www.google.com', 'https://www.gstatic.com'] : []
  const frames = [
    ...new Set(options.socialPosts.map((post) => new URL(post).origin)),
    ...(options.hasBotProtection ? ['https://www.google.com'] : []),
  ]
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
  await http.register(helmet, {
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
}
