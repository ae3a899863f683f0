import type { Logger } from 'pino'
import { type Clock, MINUTE_MS } from './clock.ts'
import type { Config } from './config.ts'
import { listenToDatabase } from './database/announcements.ts'
import { createMemory } from './database/memory.ts'
import type { Db } from './database/transaction.ts'
import { createEncryption } from './encryption.ts'
import { createEventStreams } from './http/event-stream.ts'
import { createPrivateStream } from './http/private-stream.ts'
import { createRateLimits, noRateLimits } from './http/rate-limits.ts'
import { createClockWatch } from './jobs/clock-watch.ts'

export interface BaseDeps {
  config: Config
  db: Db
  databaseUrl: string
  /** The database's address as its owner; a process that has it makes the backups. */
  ownerUrl?: string | undefined
  clock: Clock
  log: Logger
  /** Payment timeouts: how long a customer waits, and how long a call to the provider may take; shorter in tests. */
  patience?: { answerWithinMs: number; callMs: number } | undefined
  /** Allows more push services than the known ones; tests run their own. */
  isPushService?: ((address: URL) => boolean) | undefined
  /** Where a link leads, in place of asking its server. */
  linkTarget?: ((link: URL, signal: AbortSignal) => Promise<string | null>) | undefined
  /** Asks DNS for the TXT records at a name, in place of the machine's resolver. */
  lookUpTxt?: ((name: string) => Promise<string[][]>) | undefined
}

export type Base = ReturnType<typeof createBase>

/** The settings and shared parts that features are built from. Nothing is started here. */
export function createBase({
  config,
  db,
  databaseUrl,
  ownerUrl,
  clock,
  log,
  patience,
  isPushService,
  linkTarget,
  lookUpTxt,
}: BaseDeps) {
  const limits = createRateLimits({ db, clock })
  const limitsNetworks = config.rateLimits
  const announcements = listenToDatabase({ databaseUrl, log })
  const streams = createEventStreams({ closing: announcements.closing, limitsNetworks })
  return {
    ...config,
    /** This database's address as the serving role, whatever the settings say. */
    servingUrl: databaseUrl,
    ownerUrl,
    callMs: MINUTE_MS,
    ...patience,
    isPushService,
    linkTarget,
    lookUpTxt,
    environment: config.quickbooks.environment,
    encryption: createEncryption(config.encryptionKey),
    db,
    clock,
    log,
    /** Always on. */
    limits,
    /** Per-network limits; no-ops when `RATE_LIMITS` is off. */
    addressLimits: limitsNetworks ? limits : noRateLimits,
    limitsNetworks,
    announcements,
    clockWatch: createClockWatch({ db, clock, log }),
    memory: createMemory({ announcements, clock }),
    streams,
    privateStream: createPrivateStream({ db, clock, announcements, streams }),
  }
}
