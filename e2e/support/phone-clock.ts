import type { Page } from '@playwright/test'

/** Sets the phone's clock; answers would tell it the machine's. */
export async function setPhoneClock(page: Page, moment: Date): Promise<void> {
  await page.clock.setSystemTime(moment)
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name)
    }
  })
}
