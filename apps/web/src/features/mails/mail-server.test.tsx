import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OVERVIEW } from '../../testing/overview.ts'
import { answerWith, showToAdmin } from '../../testing/show.tsx'
import { emailsWait, useMailPromise, useMailServer } from './mail-server.ts'

function Said() {
  const promise = useMailPromise()
  const { isMissing } = useMailServer()
  return <p>{`${isMissing}: ${promise("We're emailing 2 guests.", emailsWait(2))}`}</p>
}

function showWith(unsentMails: number | null) {
  const asked = answerWith({ [`GET ${getDashboardOverview.path}`]: () => Response.json({ ...OVERVIEW, unsentMails }) })
  showToAdmin(<Said />)
  return asked
}

test('promises no email while email is not set up', async () => {
  showWith(0)
  expect(await screen.findByText("true: Email isn't set up. 2 emails are waiting.")).toBeDefined()
})

test('promises it where there is a mail server, and until that is known', async () => {
  const asked = showWith(null)
  expect(await screen.findByText("false: We're emailing 2 guests.")).toBeDefined()
  await expect.poll(() => asked).toHaveLength(1)
  expect(screen.getByText("false: We're emailing 2 guests.")).toBeDefined()
})
