import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { listenToDatabase } from './database/announcements.ts'
import { createMemory } from './database/memory.ts'
import type { Db } from './database/transaction.ts'
import { createEncryption } from './encryption.ts'
import { createEventStreams } from './http/event-stream.ts'
import { createPrivateStream } from './http/private-stream.ts'
import { createRateLimits, noRateLimits } from './http/rate-limits.ts'

export interface BaseDeps {
  config: Config
  db: Db
  databaseUrl: string
  clock: Clock
  log: Logger
  /** How long a customer waits for a payment, and how long the provider may take; shorter in tests. */
  patience?: { answerWithinMs: number; callMs: number } | undefined
  /** Where notices may be sent, other than to the push services there are; for tests, which have one of their own. */
  isPushService?: ((address: URL) => boolean) | undefined
}

export type Base = ReturnType<typeof createBase>

/** Everything a feature may ask for: the settings and the shared parts. None of it has started yet. */
export function createBase({ config, db, databaseUrl, clock, log, patience, isPushService }: BaseDeps) {
  const limits = createRateLimits({ db, clock })
  const limitsNetworks = config.rateLimits
  const announcements = listenToDatabase({ databaseUrl, log })
  const streams = createEventStreams({ closing: announcements.closing, limitsNetworks })
  return {
    ...config,
    callMs: 60_000,
    ...patience,
    isPushService,
    environment: config.quickbooks.environment,
    encryption: createEncryption(config.encryptionKey),
    db,
    clock,
    log,
    /** Always on. */
    limits,
    /** Limits per network, which let everything pass where `RATE_LIMITS` is off. */
    addressLimits: limitsNetworks ? limits : noRateLimits,
    limitsNetworks,
    announcements,
    memory: createMemory({ announcements, clock }),
    streams,
    privateStream: createPrivateStream({ db, clock, announcements, streams }),
  }
}
