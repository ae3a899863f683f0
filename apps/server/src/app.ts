import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@arcadia/contract/catalog'
import { venueDate } from '@arcadia/contract/trip-date'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createBase } from './base.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/transaction.ts'
import type { Feature } from './feature.ts'
import { accountEmails } from './features/accounts/accounts.emails.ts'
import { accountSweeps } from './features/accounts/accounts.jobs.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.service.ts'
import { createFairQueue } from './features/accounts/fair-queue.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.ts'
import { createSecondFactor } from './features/accounts/second-factor.service.ts'
import { createUsers } from './features/accounts/users.service.ts'
import { adminBookingRoutes } from './features/admin-bookings/admin-bookings.routes.ts'
import { createBookingCorrections } from './features/admin-bookings/booking-corrections.service.ts'
import { createBookingDetails } from './features/admin-bookings/booking-details.service.ts'
import { blankNotes, createBookingNotes } from './features/admin-bookings/booking-notes.service.ts'
import { createBookingStatuses } from './features/admin-bookings/booking-status.service.ts'
import { createPhoneBookings } from './features/admin-bookings/phone-bookings.service.ts'
import { availabilityRoutes } from './features/availability/availability.routes.ts'
import { createAvailability } from './features/availability/availability.service.ts'
import { createAdminBookingQueries } from './features/booking-queries/admin-booking-queries.service.ts'
import { bookingQueryEmails } from './features/booking-queries/booking-queries.emails.ts'
import { bookingQueryRoutes } from './features/booking-queries/booking-queries.routes.ts'
import { blankQueries, createBookingQueries } from './features/booking-queries/booking-queries.service.ts'
import { createBookingChanges } from './features/bookings/booking-changes.service.ts'
import { bookingEmails } from './features/bookings/bookings.emails.ts'
import { bookingSweeps } from './features/bookings/bookings.jobs.ts'
import { bookingRoutes } from './features/bookings/bookings.routes.ts'
import { createBookings } from './features/bookings/bookings.service.ts'
import { bookkeepingRoutes } from './features/bookkeeping/bookkeeping.routes.ts'
import { createComparison } from './features/bookkeeping/comparison.service.ts'
import { configurationRoutes } from './features/configuration/configuration.routes.ts'
import { getConfig, seedConfig } from './features/configuration/configuration.service.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { createDashboard } from './features/dashboard/dashboard.service.ts'
import { createDayMoveAnswers } from './features/day-moves/day-move-answers.service.ts'
import { dayMoveEmails } from './features/day-moves/day-moves.emails.ts'
import { dayMoveSweep } from './features/day-moves/day-moves.jobs.ts'
import { dayMoveRoutes } from './features/day-moves/day-moves.routes.ts'
import { createDayMoves } from './features/day-moves/day-moves.service.ts'
import { disputePackRoutes } from './features/dispute-packs/dispute-packs.routes.ts'
import { createDisputePacks } from './features/dispute-packs/dispute-packs.service.ts'
import { holdRoutes } from './features/holds/holds.routes.ts'
import { createHolds } from './features/holds/holds.service.ts'
import { mailSweep } from './features/mails/mails.jobs.ts'
import { mailRoutes } from './features/mails/mails.routes.ts'
import { createMails } from './features/mails/mails.service.ts'
import { manualPaymentEmails } from './features/manual-payments/manual-payments.emails.ts'
import { manualPaymentRoutes } from './features/manual-payments/manual-payments.routes.ts'
import { blankManualPayments, createManualPayments } from './features/manual-payments/manual-payments.service.ts'
import { createConnecting } from './features/merchant/connecting.service.ts'
import { merchantEmails } from './features/merchant/merchant.emails.ts'
import { merchantRoutes } from './features/merchant/merchant.routes.ts'
import { CHECK_EVERY_MS } from './features/merchant/merchant.rules.ts'
import { createMerchant, type Merchant } from './features/merchant/merchant.service.ts'
import { quickbooksAddresses } from './features/merchant/quickbooks-addresses.ts'
import { createQuickbooksOauth } from './features/merchant/quickbooks-oauth.ts'
import { myDataRoutes } from './features/my-data/my-data.routes.ts'
import { blankAttempts, createAttempts } from './features/payments/attempts.service.ts'
import { createBalancePayments } from './features/payments/balance-payments.service.ts'
import { createBookingPayments } from './features/payments/booking-payments.service.ts'
import { createBotCheck } from './features/payments/bot-check.ts'
import { paymentEmails } from './features/payments/payments.emails.ts'
import { paymentRoutes } from './features/payments/payments.routes.ts'
import { createSettlement } from './features/payments/settle.service.ts'
import { createCardTokens } from './features/provider/card-tokens.service.ts'
import { providerRoutes } from './features/provider/provider.routes.ts'
import { createQuickbooksProvider } from './features/provider/quickbooks-provider.ts'
import { createFailures } from './features/refunds/failures.service.ts'
import { createOutsideRefunds } from './features/refunds/outside-refunds.service.ts'
import { createRefundOutcomes } from './features/refunds/refund-outcomes.service.ts'
import { blankRefundRequests, createRefundRequests } from './features/refunds/refund-requests.service.ts'
import { refundEmails } from './features/refunds/refunds.emails.ts'
import { refundRoutes } from './features/refunds/refunds.routes.ts'
import { createRefunds } from './features/refunds/refunds.service.ts'
import { waitlistEmails } from './features/waitlist/waitlist.emails.ts'
import { waitlistSweep } from './features/waitlist/waitlist.jobs.ts'
import { waitlistRoutes } from './features/waitlist/waitlist.routes.ts'
import { createWaitlist, offerFreeSpots } from './features/waitlist/waitlist.service.ts'
import { withdrawCustomer } from './features/waitlist/withdraw-customer.service.ts'
import { createFeatures } from './features.ts'
import { createBind } from './http/bind-endpoint.ts'
import { buildHttp } from './http/build-http.ts'
import { serveDocumentation } from './http/documentation.ts'
import { serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { forgetOldCounters } from './http/rate-limits.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { type RunningSweeps, type Sweep, startSweeps } from './jobs/sweeps.ts'
import { devMailRoutes } from './mail/dev-mail.routes.ts'
import { createMailDelivery, type SendMail, smtpSender } from './mail/mail-delivery.ts'
import { createRenderMail } from './mail/render-mail.ts'
import { createGallery } from './site/gallery-photos.ts'
import { launchText } from './site/launch-text.ts'
import { serveSite } from './site/site-pages.ts'

const webDist = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface App {
  http: FastifyInstance
  merchant: Merchant
  /**
   * Seeds what a first run needs; answers the admin it made, with the password if that was generated.
   * @param owner of the database: who serves makes no admins
   */
  prepare(owner: Db): Promise<{ firstAdmin: { username: string; generatedPassword?: string } | null }>
  /** Does once what is due now, whatever its time: for a test that moves the clock itself. */
  runJobs(): Promise<void>
  /** Starts the work that is due by time. */
  startJobs(): void
  /** No new work; what is in flight finishes, streams close. */
  drain(): Promise<void>
}

interface Deps {
  config: Config
  db: Db
  pool: pg.Pool
  databaseUrl: string
  clock: Clock
  log: Logger
  /** How long a customer waits for a payment, and how long the provider may take; shorter in tests. */
  patience?: { answerWithinMs: number; callMs: number }
  /** Where mails go instead of to the server of `SMTP_URL`. */
  sendMail?: SendMail
}

/** Checking a password holds a core for a while and a connection with it; the others are left to the rest of the site. */
const CHECKS_AT_ONCE = 2
const CHECKS_WAITING_OF_A_NETWORK = 32
const CHECKS_WAITING = 250

/** The one place where the parts are joined. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, db, clock, log } = deps
  const base = createBase(deps)
  const { answerWithinMs, callMs, encryption, limits, addressLimits, ownerEmail } = base
  const { announcements, streams, privateStream } = base
  announcements.start()
  const { environment, simulatorUrl } = config.quickbooks
  const addresses = quickbooksAddresses(environment, simulatorUrl)

  const oauth = createQuickbooksOauth({
    tokenUrl: addresses.token,
    revokeUrl: addresses.revoke,
    clientId: config.quickbooks.clientId,
    clientSecret: config.quickbooks.clientSecret,
  })
  const merchant = createMerchant({ db, clock, encryption, environment, oauth, ownerEmail, log })
  const { clientId, redirectUri } = config.quickbooks
  const connecting = createConnecting({
    db,
    clock,
    encryption,
    environment,
    oauth,
    merchant,
    app: { authorizeUrl: addresses.authorize, clientId, redirectUri },
  })
  const provider = createQuickbooksProvider({ addresses, merchant, log, callMs })
  const attempts = createAttempts({ db, clock, encryption, environment, ownerEmail })
  const connectedAccount = async () => ({ environment, realmId: await merchant.findRealm() })
  const settlement = createSettlement({ db, clock, encryption, connectedAccount, provider, attempts, log })
  const botCheck = createBotCheck({
    secret: config.recaptcha?.secretKey,
    hostname: new URL(config.publicUrl).hostname,
    log,
  })
  const bookings = createBookings({ db, clock, publicUrl: config.publicUrl, business: config.business })
  const changes = createBookingChanges({
    db,
    clock,
    bookings,
    ownerEmail,
    blankOthers: [blankAttempts, blankManualPayments, blankNotes, blankQueries, blankRefundRequests],
  })
  const outcomes = createRefundOutcomes({ db, clock, ownerEmail })
  const refunds = createRefunds({ db, clock, connectedAccount, provider, bookings, outcomes, answerWithinMs, log })
  const refundRequests = createRefundRequests({ db, clock, bookings, refunds, ownerEmail })
  const outside = createOutsideRefunds({ db, clock, bookings })
  const failures = createFailures({ db, clock, provider, attempts, refunds, outside })
  const statuses = createBookingStatuses({ db, clock, bookings, refunds })
  const bookingQueries = createBookingQueries({ db, clock, limits, bookings, ownerEmail })
  const payments = createBookingPayments({
    db,
    clock,
    merchant,
    bookings,
    attempts,
    settlement,
    botCheck,
    answerWithinMs,
  })
  const balance = createBalancePayments({ db, clock, merchant, bookings, attempts, settlement, answerWithinMs })
  const cardTokens = createCardTokens({
    provider,
    merchant,
    limits,
    addressLimits,
    isAllowed: config.cardTokensViaServer,
  })
  const comparison = createComparison({ db, clock, environment, merchant, provider, ownerEmail, log })
  const holds = createHolds({ db, clock, limitsNetworks: config.rateLimits, offerFreeSpots })
  const availability = createAvailability({ db, clock })
  const inQueue = createFairQueue({
    atOnce: CHECKS_AT_ONCE,
    waitingOfAnOrigin: config.rateLimits ? CHECKS_WAITING_OF_A_NETWORK : Number.POSITIVE_INFINITY,
    waiting: CHECKS_WAITING,
  })
  const secondFactor = createSecondFactor({ db, clock, encryption, inQueue, issuer: config.business.name })
  const { passwordMinLength } = config
  const accounts = createAccounts({
    db,
    clock,
    limits,
    addressLimits,
    inQueue,
    passwordMinLength,
    secondFactor,
    withdrawCustomer,
  })
  const features = createFeatures({ ...base, bookings })
  const all: Feature[] = Object.values(features)
  const letterhead = { publicUrl: config.publicUrl, business: config.business }
  const renderMail = createRenderMail(
    {
      ...accountEmails,
      ...bookingEmails,
      ...dayMoveEmails,
      ...manualPaymentEmails,
      ...merchantEmails,
      ...paymentEmails,
      ...bookingQueryEmails,
      ...refundEmails,
      ...waitlistEmails,
      ...Object.assign({}, ...all.map(({ emails }) => emails)),
    },
    letterhead,
  )
  const waitlist = createWaitlist({ db, clock })
  const dayMoves = createDayMoves({ db, clock })
  const dayMoveAnswers = createDayMoveAnswers({ db, clock, bookings, refunds })

  let isDraining = false
  const http = buildHttp({ log, trustProxy: config.trustProxy, isDraining: () => isDraining })
  await setSecurityHeaders(http, {
    isHttps: config.publicUrl.startsWith('https:'),
    cardTokenUrl: provider.cardTokenUrl,
    hasBotProtection: config.recaptcha !== undefined,
    socialPosts: config.business.socialPosts,
  })
  serveMetrics(http, config.metricsToken)
  serveHealth(http, { db, isDraining: () => isDraining })
  await serveDocumentation(http, config.publicUrl)

  const { bind, bound } = createBind({ http, db, clock })
  accountRoutes(bind, {
    accounts,
    secondFactor,
    users: createUsers({ db, clock, withdrawCustomer }),
    publicUrl: config.publicUrl,
  })
  configurationRoutes(bind, { db, clock })
  availabilityRoutes(bind, { availability, announcements, streams })
  holdRoutes(bind, { holds, availability })
  const phone = createPhoneBookings({ db, clock, bookings })
  const details = createBookingDetails({ db, bookings, bookingQueries })
  bookingRoutes(bind, { bookings, changes, privateStream })
  adminBookingRoutes(bind, {
    bookings,
    corrections: createBookingCorrections({ db, clock, bookings }),
    details,
    notes: createBookingNotes({ db, clock, bookings }),
    phone,
    statuses,
  })
  refundRoutes(bind, { refunds, failures, requests: refundRequests })
  bookingQueryRoutes(bind, bookingQueries, createAdminBookingQueries({ db, clock }))
  paymentRoutes(bind, { payments, balance })
  providerRoutes(bind, cardTokens)
  bookkeepingRoutes(bind, { db, clock, environment, comparison })
  const manualPayments = createManualPayments({ db, clock, bookings })
  manualPaymentRoutes(bind, manualPayments)
  disputePackRoutes(bind, createDisputePacks({ db, clock, details, manualPayments, letterhead }))
  merchantRoutes(bind, { merchant, connecting, redirectUri })
  mailRoutes(bind, createMails({ db, clock }))
  waitlistRoutes(bind, waitlist)
  dayMoveRoutes(bind, dayMoves, dayMoveAnswers)
  myDataRoutes(bind, { clock, accounts, bookings, bookingQueries, reviews: features.reviews.api, waitlist })
  dashboardRoutes(bind, { db, dashboard: createDashboard({ db, clock, bookings, merchant }), privateStream })
  for (const { endpoints = [] } of all) for (const { endpoint, handler } of endpoints) bind(endpoint, handler as never)
  refuseUnbound(bound)

  devMailRoutes(http, {
    db,
    clock,
    render: renderMail,
    mailFrom: config.mailFrom,
    config: { environment, isPublicUrlLocal: config.isPublicUrlLocal, smtpUrl: config.smtpUrl },
  })
  const gallery = createGallery({
    folder: join(config.dataDir, 'gallery'),
    cacheDir: join(config.dataDir, 'gallery-cache'),
    log,
  })
  gallery.serve(http)
  await serveSite(http, {
    distDir: webDist,
    publicUrl: config.publicUrl,
    businessName: config.business.name,
    getSiteData: async () => {
      const bookingConfig = await getConfig(db).catch(() => null)
      const { launchText: setting, ...business } = config.business
      return {
        testMode: environment !== 'production',
        tokenUrl: provider.cardTokenUrl,
        recaptchaSiteKey: config.recaptcha?.siteKey ?? null,
        collectsAnalytics: config.analytics !== undefined,
        business,
        gallery: await gallery.list(),
        year: Number(venueDate(clock.now()).slice(0, 4)),
        launchText: setting ?? launchText(venueDate(clock.now()), bookingConfig),
        config: bookingConfig,
      }
    },
  })

  const sendMail = deps.sendMail ?? (config.smtpUrl ? smtpSender(config.smtpUrl) : undefined)
  const sweeps: Sweep[] = [
    { name: 'expired holds', everyMs: 1000, run: () => holds.expireDue() },
    ...bookingSweeps({ changes }),
    waitlistSweep(waitlist),
    dayMoveSweep(dayMoves),
    settlement.sweep,
    comparison.sweep,
    refunds.sweep,
    {
      name: 'merchant token',
      everyMs: CHECK_EVERY_MS,
      run: async () => {
        await merchant.refreshIfDue()
        await merchant.forgetDisconnected()
      },
    },
    { name: 'old counters', everyMs: 3_600_000, run: () => forgetOldCounters(db, clock.now()) },
    ...accountSweeps({ db, clock, accounts }),
    mailSweep({ db, clock }),
    ...(sendMail
      ? [createMailDelivery({ db, clock, log, render: renderMail, sendMail, mailFrom: config.mailFrom })]
      : []),
  ]
  let running: RunningSweeps | undefined
  // After the last request: one that waited for a lock may have started its charge while the process drained.
  http.addHook('onClose', async () => {
    await settlement.idle()
    await refunds.idle()
  })

  return {
    http,
    merchant,
    async prepare(owner) {
      await seedConfig(owner, clock)
      return { firstAdmin: await ensureFirstAdmin(owner, clock, config) }
    },
    async runJobs() {
      for (const sweep of sweeps) await sweep.run()
    },
    startJobs() {
      running = startSweeps(sweeps, log)
    },
    async drain() {
      isDraining = true
      await announcements.close()
      await settlement.idle()
      await refunds.idle()
      await running?.stop()
    },
  }
}

function refuseUnbound(bound: ReadonlySet<unknown>): void {
  const missing = endpoints.filter((endpoint) => !bound.has(endpoint)).map(({ method, path }) => `${method} ${path}`)
  if (missing.length > 0) throw new Error(`endpoints of the contract that nothing serves: ${missing.join(', ')}`)
}
