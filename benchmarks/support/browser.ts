import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import packaged from '@sparticuz/chromium'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The machine's own Chromium, or the one from npm, which is for Linux only. */
export async function launchBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  const executablePath = installed.find((path) => existsSync(path)) ?? (await packaged.executablePath())
  return chromium.launch({
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
      ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
    ],
  })
}
