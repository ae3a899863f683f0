import { defineConfig, devices } from '@playwright/test'
import { chromium } from './support/chromium.ts'

const executablePath = await chromium()

const launchOptions = {
  executablePath,
  args: [
    // Chromium refuses its sandbox to root.
    '--no-sandbox',
    // Without a network these look for hosts again and again.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ],
}

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
/** They change what holds for everybody (the merchant connection, the prices, the admin's login), so each runs by itself, after all others. */
const alone = ['merchant.spec.ts', 'admin-configuration.spec.ts', 'second-factor.spec.ts']
const last = alone.flatMap((testMatch) => [
  { name: `desktop-${testMatch}`, testMatch, use: desktop, fullyParallel: false },
  { name: `phone-${testMatch}`, testMatch, use: phone, fullyParallel: false },
])

export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-everything.ts',
  outputDir: '../.cache/test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    launchOptions,
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: desktop, testIgnore: alone },
    { name: 'phone', use: phone, testIgnore: alone },
    ...last.map((project, place) => ({
      ...project,
      dependencies: place === 0 ? ['desktop', 'phone'] : [last[place - 1]!.name],
    })),
  ],
})
