import { chromium, type Locator } from '@playwright/test'
import { chromium as findChromium } from '../../e2e/support/chromium.ts'

/** Fills in the booking dialog's contact details, with a new email address each time. */
export async function fillContact(dialog: Locator): Promise<void> {
  for (const [label, text] of [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Email', `grace-${Date.now()}@example.com`],
    ['Phone number', '863 555 0142'],
  ] as const)
    await dialog.getByLabel(label).last().fill(text)
}

export async function launchBrowser({ debuggingPort }: { debuggingPort?: number } = {}) {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      // Chromium cannot use its sandbox as root.
      '--no-sandbox',
      // Without a network these keep retrying.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...(debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []),
    ],
  })
}
