import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const site = join(import.meta.dirname, '../apps/web/src')

/** Forms of passwords and codes, or of a line or two that a person knows by heart. Any other form keeps what is typed. */
const WITHOUT_DRAFT = [
  'features/accounts/admin-login-form.tsx',
  'features/accounts/change-password-form.tsx',
  'features/accounts/close-account-form.tsx',
  'features/accounts/confirm-email-page.tsx',
  'features/accounts/confirm-it-is-you-dialog.tsx',
  'features/accounts/link-request-form.tsx',
  'features/accounts/profile-form.tsx',
  'features/accounts/reset-password-page.tsx',
  'features/accounts/sign-in-dialog.tsx',
  'features/accounts/sign-up-dialog.tsx',
  'features/admin-bookings/correct-booking-dialog.tsx',
  'features/admin-bookings/correct-email-dialog.tsx',
  'features/admin-bookings/record-payment-dialog.tsx',
  'features/backups/recovery-key-box.tsx',
  'features/backups/second-place-box.tsx',
  'features/balance-links/email-receipt.tsx',
  'features/bookings/correct-email.tsx',
  'features/gift-vouchers/change-voucher-dialogs.tsx',
  'features/gift-vouchers/gift-page.tsx',
  'features/gift-vouchers/send-gift.tsx',
  'features/my-bookings/booking-details-guest.tsx',
  'features/my-bookings/riders-and-tackle.tsx',
  'features/people/invitation-page.tsx',
  'features/people/invite-form.tsx',
  'features/people/people-view.tsx',
  'features/second-factor/passkeys-view.tsx',
  'features/second-factor/remove-second-factor-form.tsx',
  'features/second-factor/second-factor-set-up.tsx',
  'features/tips/tip-page.tsx',
]

test('a form keeps what was typed when the session ends, unless it is listed as a short one', async () => {
  const files = (await readdir(site, { recursive: true })).filter((file) => /^features.*(?<!\.test)\.tsx$/.test(file))
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(site, file), 'utf8') })))
  const short = texts.filter(({ text }) => text.includes('useContractForm('))
  expect(short.map(({ file }) => file).sort()).toEqual(WITHOUT_DRAFT)
  // Sentences are never short.
  const withSentences = short.filter(({ text }) => text.includes('<TextArea') && !text.includes('useDraftForm('))
  expect(withSentences.map(({ file }) => file)).toEqual([])
})
