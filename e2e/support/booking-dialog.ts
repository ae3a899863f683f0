import { expect, type Locator, type Page } from '@playwright/test'
import { turnTo } from './calendar.ts'

/** The booking dialog as a person uses it, or another one where a date is picked. */
export class BookingDialog {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page, name: RegExp | string = /book your trip|on the water/i) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name })
  }

  /** From the header, which on a phone has the button outside the menu. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Reserve' }).first().click()
    await expect(this.dialog).toBeVisible()
  }

  async pickDate(date: string): Promise<void> {
    await turnTo(this.dialog, date)
    await this.day(date).click()
  }

  /** A day that cannot be had says why, and what can be done about it. */
  async askWhy(date: string): Promise<void> {
    await turnTo(this.dialog, date)
    // It is `aria-disabled`, and can be pressed all the same.
    await this.day(date).click({ force: true })
  }

  /** The day's button; what it is called by says what it offers. */
  day(date: string): Locator {
    const dayText = new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    })
    return this.dialog.getByRole('button', { name: new RegExp(`^${dayText.format(new Date(`${date}T00:00:00Z`))}\\b`) })
  }

  continue(): Promise<void> {
    return this.dialog.getByRole('button', { name: 'Continue' }).click()
  }

  async fillGuests(anglers = 1): Promise<void> {
    await this.dialog.getByLabel('Number of anglers').selectOption(String(anglers))
    await this.dialog.getByRole('checkbox').check()
  }

  /** To the card form of a date, with nothing paid yet. */
  async toPayment(date: string, anglers = 1): Promise<void> {
    await this.open()
    await this.pickDate(date)
    // Whoever goes on by key goes on from there.
    await expect(this.day(date)).toBeFocused()
    await this.continue()
    await this.fillGuests(anglers)
    await this.continue()
    await expect(this.dialog.getByRole('timer')).toBeVisible()
  }

  async fillCard(holder?: string): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Use sandbox test card' }).click()
    if (holder) await this.dialog.getByLabel('Cardholder name').fill(holder)
  }

  get pay(): Locator {
    return this.dialog.getByRole('button', { name: /^Pay \$/ })
  }

  get alert(): Locator {
    return this.dialog.getByRole('alert')
  }

  async expectConfirmed(): Promise<string> {
    const number = this.dialog.getByText(/^JB-\d{8}$/)
    await expect(number).toBeVisible()
    return (await number.textContent())!
  }
}
