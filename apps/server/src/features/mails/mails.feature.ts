import { portal } from '@arcadia/contract/addresses'
import { getMailCheck, readMailHeaders } from '@arcadia/contract/admin/mail-check'
import { listMails, notSentSince, readMail, resendMail } from '@arcadia/contract/admin/mails'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { Check, Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { AsOfNow } from '../../mail/mails-as-of-now.ts'
import { deleteOldMails, findOldestWaiting, mailsWaitSince } from '../../mail/outbox.ts'
import type { RenderMail } from '../../mail/render-mail.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { createMailCheck } from './mail-check.service.ts'
import { readOne, sendAgain } from './mails.service.ts'
import { searchMails } from './mails.store.ts'

const KEPT_DAYS = 90

interface Deps extends Pick<Base, 'db' | 'clock' | 'smtpUrl' | 'mailFrom' | 'lookUpTxt'> {
  render: RenderMail
  asOfNow: AsOfNow
}

export function mailsFeature(deps: Deps) {
  const mailCheck = createMailCheck(deps)
  return {
    name: 'mails',
    api: { render: deps.render },
    endpoints: [
      serve(listMails, async ({ user, query }) => {
        const page = await searchMails(deps.db, user.position, query)
        return { ...page, content: await deps.asOfNow(page.content) }
      }),
      serve(readMail, ({ user, params }) => readOne(deps, user, params.id)),
      serve(resendMail, ({ user, params }) =>
        inTransaction(deps.db, deps.clock, (tx, now) => sendAgain(tx, now, user, params.id)),
      ),
      serve(getMailCheck, mailCheck.get),
      serve(readMailHeaders, ({ body }) => mailCheck.read(body)),
    ],
    sweeps: [{ name: 'old emails', everyMs: HOUR_MS, run: () => forgetOldMails(deps) }],
    measures: [
      {
        name: 'emails_waiting_seconds',
        help: 'Age of the oldest email that waits for the mail server; 0 if none does.',
        async read() {
          const now = deps.clock.now()
          const since = deps.smtpUrl ? await findOldestWaiting(deps.db) : null
          return since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0
        },
      },
    ],
    // Without a mail server, which only test mode allows, nothing is meant to go out.
    checks: deps.smtpUrl ? [outageCheck(deps), mailCheck.check] : [],
  } satisfies Feature
}

const outageCheck = ({ db, clock }: { db: Db; clock: Clock }): Check => ({
  name: 'emails',
  async look() {
    const now = clock.now()
    const since = await mailsWaitSince(db, now)
    return { about: 'emails: they go out', problems: since ? [notSentSince(since, now)] : [] }
  },
  alarm: {
    remedy: { for: 'office', label: 'See emails', to: portal.dashboard.emails.href({ status: 'waiting' }) },
  },
})

/** Emails are kept 90 days; a booking's emails are evidence in a dispute and stay 24 months after the trip. */
async function forgetOldMails({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  await deleteOldMails(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS), addDays(venueDate(now), -EVIDENCE_DAYS))
}
