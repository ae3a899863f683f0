import { measureLanding } from '../e2e/support/landing-sizes.ts'
import { launchBrowser } from './support/browser.ts'
import { startSite } from './support/site-under-test.ts'

// The landing page's transfer sizes in real Chromium.

const site = await startSite()
const browser = await launchBrowser()
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: site.address })
  for (const { what, bytes, limit } of await measureLanding(page)) {
    if (bytes > limit) process.exitCode = 1
    console.log(`${bytes > limit ? '✗' : '✓'} ${what}: ${kilobytes(bytes)} of ${kilobytes(limit)}`)
  }
} finally {
  await browser.close()
  await site.stop()
}
