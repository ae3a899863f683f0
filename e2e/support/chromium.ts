import { existsSync } from 'node:fs'
import packaged from '@sparticuz/chromium'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The installed Chromium or Chrome, or npm's Chromium, which is Linux only. */
export async function chromium(): Promise<string> {
  const found = installed.find((path) => existsSync(path))
  if (found) return found
  if (process.platform === 'linux') return packaged.executablePath()
  throw new Error('The browser tests need Google Chrome in /Applications: install it and run them again.')
}
