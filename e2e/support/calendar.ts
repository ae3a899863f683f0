import { expect, type Locator } from '@playwright/test'

/** Turns to the month of the date, waiting for each turn and for the month's availability. */
export async function turnTo(calendar: Locator, date: string): Promise<void> {
  const grid = calendar.getByRole('grid')
  const firstDay = grid.locator('[data-date]').first()
  await expect(firstDay).toBeVisible()
  let shown = (await firstDay.getAttribute('data-date'))!
  while (shown.slice(0, 7) !== date.slice(0, 7)) {
    await calendar.getByRole('button', { name: date > shown ? 'Next month' : 'Previous month' }).click()
    await expect(firstDay).not.toHaveAttribute('data-date', shown)
    shown = (await firstDay.getAttribute('data-date'))!
  }
  await expect(grid).toHaveAttribute('aria-busy', 'false')
}
