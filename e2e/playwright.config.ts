import { defineConfig } from '@playwright/test'
import { memoryFolder } from '../scripts/memory-folder.ts'
import { chromium } from './support/chromium.ts'
import { slowness } from './support/slow-cpu.ts'

const executablePath = await chromium()

const launchOptions = {
  executablePath,
  // Its processes pass drawings to each other in files, which Playwright has on the disk for machines whose memory has no room.
  ignoreDefaultArgs: memoryFolder() ? ['--disable-dev-shm-usage'] : [],
  args: [
    // Chromium refuses its sandbox to root.
    '--no-sandbox',
    // Without a network these look for hosts again and again.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    // Journeys are about what can be read and pressed; drawing the many plates is a fifth of a page's work.
    '--blink-settings=imagesEnabled=false',
    // A journey is over before code that runs often has paid for being compiled well.
    '--js-flags=--no-turbofan,--no-maglev',
  ],
}

export default defineConfig({
  testDir: '.',
  // Node reads TypeScript by itself, in half the time.
  build: { external: ['**/*.ts'] },
  outputDir: '../.cache/test-results',
  workers: 2,
  fullyParallel: true,
  // Patience for the slowest machine: a wait ends as soon as the page shows what it waits for, so it costs others nothing.
  timeout: 180_000 * slowness,
  expect: { timeout: 30_000 * slowness },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    launchOptions,
    // A journey runs on a desk; where the size matters it takes PHONE.
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000 * slowness,
    // A trace costs every journey a fifth of its time: `--trace on` for the one that fails.
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    contextOptions: { reducedMotion: 'reduce' },
    // The portal's would fetch all its files for every journey; the one about it lets it run.
    serviceWorkers: 'block',
  },
})
