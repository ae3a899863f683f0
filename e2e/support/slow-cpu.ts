import type { Browser } from '@playwright/test'

/** `CPU_THROTTLE=4` slows every page to a quarter of this machine's speed, like a cheap phone. */
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
