import { chromium } from '@playwright/test'
import { chromium as findChromium } from '../../e2e/support/chromium.ts'

export async function launchBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      // Chromium refuses its sandbox to root.
      '--no-sandbox',
      // Without a network these look for hosts again and again.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
    ],
  })
}
