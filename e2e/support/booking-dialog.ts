import { expect, type Locator, type Page } from '@playwright/test'
import { turnTo } from './calendar.ts'

/** Page object for the booking dialog, or another dialog with a date picker. */
export class BookingDialog {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page, name: RegExp | string = /book your trip|you're booked/i) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name })
  }

  /** Opens it from the header; on a phone the button is outside the menu. */
  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Reserve' }).first().click()
    await expect(this.dialog).toBeVisible()
  }

  async pickDate(date: string): Promise<void> {
    await turnTo(this.dialog, date)
    await this.day(date).click()
  }

  /** Presses an unavailable day, which explains why and what to do. */
  async askWhy(date: string): Promise<void> {
    await turnTo(this.dialog, date)
    // The day is `aria-disabled` but can still be pressed.
    await this.day(date).click({ force: true })
  }

  /** The day's button, whose name starts with the date. */
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
    await this.dialog.getByRole('checkbox', { name: /^I'm 18/ }).check()
  }

  /** Goes to the card form for a date, without paying. */
  async toPayment(date: string, anglers = 1): Promise<void> {
    await this.open()
    await this.pickDate(date)
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
