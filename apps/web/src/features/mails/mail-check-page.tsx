import { isReachable } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import {
  getMailCheck,
  type MailCheck,
  type MailCheckLine,
  MailHeaders,
  readMailHeaders,
} from '@arcadia/contract/admin/mail-check'
import { sendTestEmail } from '@arcadia/contract/admin/opening'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Box } from '../../ui/box.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.tsx'

/** Whether emails arrive, and what to do so that they do (docs/rules.md §8.20). */
export function MailCheckPage() {
  return (
    <section aria-label="Mail check" className="max-w-[72rem]">
      <Loaded query={useQuery(queryOf(getMailCheck, {}))} height="h-60">
        {(check) => (
          <div className="grid gap-4 min-[1100.02px]:grid-cols-2 min-[1100.02px]:items-start">
            <Lines {...check} />
            {!check.isSetUp && <SetUp {...check} />}
            {check.isSetUp && (
              <div className="grid gap-4">
                <Test {...check} />
                <ComesBack {...check} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** Before there is a mail server. */
function SetUp({ from }: MailCheck) {
  return (
    <Box title="How to set email up">
      <ol className="grid list-decimal gap-2 pl-5 wrap-anywhere">
        <li>Choose who sends your emails: the provider of your mailbox, or a service for websites.</li>
        <li>
          There, make a password for this site (often called "app password" or "SMTP credentials"), and note the
          server's name.
        </li>
        <li>
          Give both to whoever installed the site. They set SMTP_URL and MAIL_FROM, and restart it: docs/operations.md,
          "Email". Now emails would come from {from}.
        </li>
        <li>Come back here: this page then says what your domain needs, so that emails don't end up in spam.</li>
      </ol>
      <p className="muted mt-3">Until then nothing goes out, and nothing is lost: emails wait under Email.</p>
    </Box>
  )
}

const TITLES: Record<MailCheckLine['what'], string> = {
  SERVER: 'Your mail server',
  SPF: 'SPF, who may send for you',
  DKIM: 'DKIM, your signature',
  DMARC: 'DMARC, what happens to fakes',
}

const LOOKS = {
  OK: { Icon: CircleCheck, color: 'text-ok', says: 'Done' },
  TO_DO: { Icon: CircleAlert, color: 'text-warn', says: 'To do' },
  UNKNOWN: { Icon: CircleHelp, color: 'text-ink-2', says: 'Not known yet' },
} as const

function Lines({ isSetUp, from, lines }: MailCheck) {
  return (
    <Box title="Do your emails arrive?">
      {isSetUp && (
        <p className="muted wrap-anywhere">
          They come from {from}.
          {lines.some(({ record }) => record) &&
            ' Records are added where your domain is managed: usually where you bought it, under DNS.'}
        </p>
      )}
      <ul className="mt-3">
        {lines.map((line) => (
          <Line key={line.what} {...line} />
        ))}
      </ul>
    </Box>
  )
}

function Line({ what, state, says, record }: MailCheckLine) {
  const { Icon, color, says: inWords } = LOOKS[state]
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 border-line border-t py-3">
      <Icon className={classNames('icon mt-0.5', color)} aria-hidden />
      <div className="min-w-0">
        <h3 className="font-[640] text-ui">
          {TITLES[what]}
          <span className="sr">: {inWords}</span>
        </h3>
        <p className="wrap-anywhere">{says}</p>
        {record && (
          <dl className="mt-2 grid gap-1 text-small">
            {Object.entries({ Name: record.name, Value: record.value }).map(([label, value]) => (
              <div key={label} className="flex flex-wrap items-center gap-x-2">
                <dt className="muted w-12">{label}</dt>
                <dd className="flex min-w-0 flex-1 items-center justify-between gap-x-2">
                  <code className="min-w-0 wrap-anywhere">{value}</code>
                  <CopyButton text={value} label={`Copy the ${label.toLowerCase()} of the ${what} record`} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

function Test({ readAt }: MailCheck) {
  const { email = '' } = useAdminAuth().user ?? {}
  const send = useMutation({
    mutationFn: () => call(sendTestEmail, {}),
    onSuccess: () => toast(`On its way to ${email}.`),
  })
  const form = useDraftForm('mail-check', MailHeaders, { headers: '' })
  const submit = form.submit(
    (body) => call(readMailHeaders, { body }),
    () => {
      form.empty()
      toast('Headers read.')
    },
  )
  return (
    <Box title="A test">
      <FailedBanner of={send} className="mb-3" />
      {isReachable(email) ? (
        <>
          <p className="wrap-anywhere">
            Send one to {email}. Open it, choose Show original (Gmail) or View source, copy all of it and paste it here.
            We keep only what it says of SPF, DKIM and DMARC.
          </p>
          <Button className="mt-3 w-full min-[600px]:w-auto" busy={send.isPending} onClick={() => send.mutate()}>
            Send me a test
          </Button>
        </>
      ) : (
        <p>Put your own email address into your account first. A test goes there.</p>
      )}
      <form className="mt-4 grid gap-3" noValidate onSubmit={submit}>
        <TextArea
          {...form.field('headers')}
          label="The test's headers"
          help={readAt ? `Read last ${formatPortalMoment(readAt)}.` : undefined}
          rows={4}
          autoComplete="off"
          spellCheck={false}
        />
        <FormError>{form.error}</FormError>
        <Button
          type="submit"
          className="w-full min-[600px]:w-auto min-[600px]:justify-self-start"
          busy={form.isBusy}
          busyLabel="Reading..."
        >
          Read them
        </Button>
      </form>
    </Box>
  )
}

function ComesBack({ from }: Pick<MailCheck, 'from'>) {
  return (
    <Box title="What comes back">
      <p className="wrap-anywhere">
        An address that your mail server refuses is listed under Email, with why. One that turns out wrong later comes
        back to {from}, as an email that says so. Correct the address in the guest's booking, then send the email again.
      </p>
      <LinkButton to={portal.dashboard.emails.href({ status: 'failed' })} className="mt-3 w-full min-[600px]:w-auto">
        See refused emails
      </LinkButton>
    </Box>
  )
}
