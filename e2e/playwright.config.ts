import { defineConfig } from '@playwright/test'
import { memoryFolder } from '../scripts/memory-folder.ts'
import { chromium } from './support/chromium.ts'
import { slowness } from './support/slow-cpu.ts'

const executablePath = await chromium()

const launchOptions = {
  executablePath,
  // Playwright keeps Chromium's shared memory on disk for machines with little memory.
  ignoreDefaultArgs: memoryFolder() ? ['--disable-dev-shm-usage'] : [],
  args: [
    // Chromium cannot use its sandbox as root.
    '--no-sandbox',
    // Without a network these keep retrying.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    // Journeys test text and controls; images are a fifth of a page's work.
    '--blink-settings=imagesEnabled=false',
    // Journeys are too short for optimizing compilers to pay off.
    '--js-flags=--no-turbofan,--no-maglev',
  ],
}

export default defineConfig({
  testDir: '.',
  // Node strips types itself in half the time.
  build: { external: ['**/*.ts'] },
  outputDir: '../.cache/test-results',
  workers: 2,
  fullyParallel: true,
  // Long enough for the slowest machine; waits end as soon as they succeed, so faster ones lose nothing.
  timeout: 180_000 * slowness,
  expect: { timeout: 30_000 * slowness },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    launchOptions,
    // Desktop by default; phone journeys use PHONE.
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000 * slowness,
    // Traces slow journeys by a fifth; use `--trace on` for a failing one.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    contextOptions: { reducedMotion: 'reduce' },
    // The portal's service worker would fetch all files in every journey; journeys about it allow it.
    serviceWorkers: 'block',
  },
})
