import type { Browser } from '@playwright/test'

/** `CPU_THROTTLE=4` gives every page a quarter of this machine's speed, as a cheap phone has it. */
export const slowness = Math.max(1, Number(process.env.CPU_THROTTLE ?? 1))

export function slowDown(browser: Browser): void {
  if (slowness === 1) return
  browser.on('context', (context) =>
    context.on('page', async (page) => {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    }),
  )
}
