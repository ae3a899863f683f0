import { isGiftSeason } from '@arcadia/contract/business'
import { profileOf } from '@arcadia/contract/site/business-words'
import { venueDate } from '@arcadia/contract/trip-date'
import { type BaseDeps, createBase } from './base.ts'
import { machineMeasures } from './checks/machine-measures.ts'
import { HOUR_MS } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { demandKey } from './encryption-key.ts'
import type { Feature } from './feature.ts'
import { seedConfig } from './features/configuration/configuration.service.ts'
import { ensureFirstAdmin } from './features/people/first-admin.ts'
import { createFeatures } from './features.ts'
import { bindEndpoints } from './http/bind-endpoint.ts'
import { buildHttp } from './http/build-http.ts'
import { serveDocumentation } from './http/documentation.ts'
import { serveHealth } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { forgetOldCounters } from './http/rate-limits.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { createAuthenticate } from './http/sessions.ts'
import { createSweepRuns, startSweeps } from './jobs/sweeps.ts'
import { serveDevMail } from './mail/dev-mail.ts'
import { createMailDelivery, type SendMail, smtpSender } from './mail/mail-delivery.ts'
import { webDist } from './site/built-check.ts'
import { launchText } from './site/launch-text.ts'
import { serveSite } from './site/site-pages.ts'
import { demandOneEnvironment } from './trials.ts'

export type App = Awaited<ReturnType<typeof buildApp>>

interface Deps extends BaseDeps {
  /** Sends emails in place of the server at `SMTP_URL`. */
  sendMail?: SendMail
  /** What `db` runs on. */
  pool: Parameters<typeof machineMeasures>[0]['pool']
  /** Scripts and styles of the site's build before. */
  earlierFiles?: string | undefined
}

/** Wires the app together: binds the features' endpoints, merges their emails, runs their sweeps. */
export async function buildApp(deps: Deps) {
  const { config, db, clock, log } = deps
  const { smtpUrl, mailFrom } = config
  const base = createBase(deps)
  const features = createFeatures(base)
  const all: Feature[] = Object.values(features)
  const { cardTokenUrl } = features.provider.api.provider
  const { render } = features.mails.api
  base.announcements.start()

  const runs = createSweepRuns(clock)
  let isDraining = false
  const http = buildHttp({ log, clock, trustProxy: config.trustProxy, isDraining: () => isDraining })
  setSecurityHeaders(http, {
    isHttps: config.publicUrl.startsWith('https:'),
    cardTokenUrl,
    hasBotProtection: config.recaptcha !== undefined,
    socialPosts: config.business.socialPosts,
  })
  serveMetrics(http, {
    token: config.metricsToken,
    isPublicUrlLocal: config.isPublicUrlLocal,
    measures: [
      // First, before the others ask the database.
      ...machineMeasures({ db, dataDir: config.dataDir, pool: deps.pool }),
      ...all.flatMap(({ measures = [] }) => measures),
      ...runs.measures,
    ],
  })
  serveHealth(http, { db, isDraining: () => isDraining })
  await serveDocumentation(http, config.publicUrl)
  bindEndpoints(
    http,
    { ...base, authenticate: createAuthenticate(base) },
    all.flatMap(({ endpoints = [] }) => endpoints),
  )
  serveDevMail(http, { ...base, render })
  await serveSite(http, {
    distDir: webDist,
    earlierFiles: deps.earlierFiles,
    publicUrl: config.publicUrl,
    memory: base.memory,
    clock,
    getSiteData: async () => {
      const today = venueDate(clock.now())
      const bookingConfig = await features.configuration.api.get().catch(() => null)
      const { launchText: setting, socialHandle, socialUrl, socialPosts } = config.business
      // The page is served with defaults if the database is down.
      const business = await features.business.api.get().catch(() => features.business.api.defaults)
      return {
        testMode: base.environment !== 'production',
        simulatesPayments: base.environment === 'simulator',
        tokenUrl: cardTokenUrl,
        recaptchaSiteKey: config.recaptcha?.siteKey ?? null,
        collectsAnalytics: config.analytics !== undefined,
        business: { ...business, ...profileOf(business, { socialHandle, socialUrl }), socialPosts },
        gallery: await features.gallery.api.listShown().catch(() => []),
        today,
        launchText: setting ?? launchText(today, bookingConfig),
        config: bookingConfig,
        showsGifts: isGiftSeason(business, today),
        rating: await features.reviews.api.rating().catch(() => null),
      }
    },
  })

  const sendMail = deps.sendMail ?? (smtpUrl ? smtpSender(smtpUrl) : undefined)
  const sweeps = [
    ...all.flatMap((feature) => feature.sweeps ?? []),
    { name: 'old counters', everyMs: HOUR_MS, run: () => forgetOldCounters(db, clock.now()) },
    { ...features.pushNotices.api.delivery(render), anyClock: true as const },
    ...(sendMail
      ? [{ ...createMailDelivery({ db, clock, log, render, sendMail, mailFrom }), anyClock: true as const }]
      : []),
  ].map((sweep) => runs.noted(sweep))
  const watched = sweeps.map(base.clockWatch.watched)
  let running: ReturnType<typeof startSweeps> | undefined
  // Runs after the last request, because a request that waited for a lock may start its charge while the process drains.
  http.addHook('onClose', async () => {
    for (const { idle } of all) await idle?.()
  })

  return {
    http,
    features,
    /**
     * Seeds what a first run needs and lets this process do what only a server can; returns the admin it created, with the password if that was generated.
     * @throws StartError if the database belongs to another encryption key, or to other cards than those of the settings
     * @param owner the database as its owner; the serving role can't create admins
     */
    async prepare(owner: Db) {
      await demandKey(owner, base)
      await demandOneEnvironment(owner, base.environment)
      await seedConfig(owner, clock, base.environment)
      return { firstAdmin: await ensureFirstAdmin(owner, clock, config) }
    },
    /** Runs every sweep once, for tests that set the clock themselves; `isWatched` as the site does, which believes no far clock. */
    async runJobs({ isWatched = false } = {}): Promise<void> {
      for (const sweep of isWatched ? watched : sweeps) await sweep.run()
    },
    /** Starts the sweeps. */
    startJobs(): void {
      running = startSweeps(watched, log)
    },
    /** Refuses new work, finishes what is in flight, and closes the streams. */
    async drain(): Promise<void> {
      // Visitors are still served meanwhile: a mail server may take its time.
      await running?.stop()
      isDraining = true
      await base.announcements.close()
      for (const { idle } of all) await idle?.()
    },
  }
}
