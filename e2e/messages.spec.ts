import { portal } from '@arcadia/contract/addresses'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { createEnquiry, searchEnquiries } from '@arcadia/contract/enquiries'
import { formatFullDate, formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { expectAccessible } from './support/accessible.ts'
import { asAdmin, openPortal } from './support/admin-portal.ts'
import { mailsTo } from './support/mails.ts'
import { anOpenDate, api, dialogsClosed, expect, PHONE, test } from './support/test.ts'

test.describe('on a phone', () => {
  test.use(PHONE)

  test('an enquiry is answered with a saved reply and becomes a booking; the day’s groups get an email', async ({
    page,
  }) => {
    const lastName = `Quill${Date.now()}`
    const email = `${lastName}@example.com`.toLowerCase()
    const date = await anOpenDate(true)
    const person = { firstName: 'Enid', lastName, email, phone: '863-555-0142', country: 'US' as const }
    const message = `Is ${formatFullDate(date)} free?\nThere are two of us.`
    await api.call(createEnquiry, { body: { ...person, message } })

    await openPortal(page, portal.enquiries.href({ q: lastName }))
    await page.getByRole('link', { name: `Enid ${lastName}` }).click()
    const enquiry = page.getByRole('dialog', { name: `Enid ${lastName}` })
    await enquiry.getByRole('button', { name: 'Saved replies' }).click()
    const saved = page.getByRole('dialog', { name: 'Saved replies' })
    await saved.getByRole('button', { name: 'New saved reply' }).click()
    await saved.getByLabel('Name').fill(`Free ${lastName}`)
    await saved.getByLabel('Text').fill('Hello {name}, that morning is free. Shall I book it on {date}?')
    await expectAccessible(page, '[role=dialog]')
    await saved.getByRole('button', { name: 'Save', exact: true }).click()
    await saved.getByRole('button', { name: `Insert Free ${lastName}` }).click()
    await expect(saved).toBeHidden()
    const response = enquiry.getByLabel('Response')
    await expect(response).toHaveValue('Hello {name}, that morning is free. Shall I book it on {date}?')
    await enquiry.getByRole('button', { name: 'Send Response' }).click()
    await expect(enquiry.getByText("{date} doesn't work here. You can use {name}.")).toBeVisible()
    await expect(response).toBeFocused()
    await response.fill('Hello {name}, that morning is free. Shall I book it?')
    await enquiry.getByRole('button', { name: 'Send Response' }).click()
    await expect(enquiry).toBeHidden()
    expect((await mailsTo(email))[0]!.text).toMatch(/^[^\n]+\n\nHello Enid, that morning is free\. Shall I book it\?/)

    await page.getByRole('link', { name: `Enid ${lastName}` }).click()
    await expect(enquiry.getByRole('list', { name: 'Replies' })).toContainText('Hello Enid, that morning is free.')
    await expectAccessible(page, '[role=dialog]')
    await enquiry.getByRole('button', { name: 'Turn into a booking' }).click()
    const booking = page.getByRole('dialog', { name: 'New booking' })
    await expect(booking.getByLabel('Email')).toHaveValue(email)
    await expect(booking.getByLabel('Anglers')).toHaveValue('2')
    await expect(booking.getByRole('region', { name: 'The message' })).toContainText(
      `From the message: ${formatShortDate(date)}`,
    )
    await booking.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByText(/^Enid .* is booked for/)).toBeVisible()
    const booked = await asAdmin.call(listAdminBookings, { query: { q: email } })
    expect(booked).toMatchObject([{ selectedDate: date, numberOfGuests: 2, phone: '863-555-0142' }])
    await expect
      .poll(async () => (await asAdmin.call(searchEnquiries, { query: { q: lastName } })).content[0])
      .toMatchObject({ status: 'CLOSED' })

    await openPortal(page, portal.dashboard.daySheet.href({ date }))
    await page.getByRole('button', { name: 'Actions for this day' }).click()
    await page.getByRole('link', { name: 'Email everyone that day' }).click()
    const write = page.getByRole('dialog', { name: 'Write to guests' })
    await expect(write.getByLabel('Day')).toHaveValue(date)
    await write.getByLabel('Subject').fill('Your morning on {date}')
    await write.getByLabel('Message').fill('Hello {nmae}, bring a coat.')
    await write.getByRole('button', { name: 'Preview' }).click()
    await expect(write.getByText("{nmae} doesn't work here.")).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await write.getByLabel('Message').fill('Hello , bring a coat.')
    await write.getByLabel('Message').press('Home')
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
    await write.getByRole('button', { name: /^Name\s*, put in/ }).click()
    await expect(write.getByLabel('Message')).toHaveValue('Hello {name}, bring a coat.')
    await write.getByRole('button', { name: 'Preview' }).click()
    await expect(write.getByText('Hello Enid, bring a coat.')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await write.getByRole('button', { name: 'Send 1 email' }).click()
    await dialogsClosed(page)
    expect((await mailsTo(email))[0]).toMatchObject({
      subject: `Your morning on ${formatFullDate(date)}`,
      text: expect.stringContaining('Hello Enid, bring a coat.'),
    })
    // Also from the inbox. Today cannot be booked, so it is not preselected.
    await page.goto(portal.inbox.href())
    await page.getByRole('button', { name: 'Write to guests' }).click()
    await expect(write.getByLabel('Day')).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
    await expect(write.getByLabel('Day')).not.toHaveValue(venueDate(new Date()))
    await write.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(portal.bookingQueries.messages.href())
    await page.getByRole('link', { name: 'Your morning on {date}' }).first().click()
    const copy = page.getByRole('dialog', { name: 'Your morning on {date}' })
    await copy.getByText('What it said').click()
    await expect(copy.getByText('Hello Enid, bring a coat.')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
  })
})
