import { addresses } from '@arcadia/contract/addresses'
import {
  beginTestBooking,
  cleanUpTestBooking,
  getOpening,
  type LiveLine,
  type Opening,
  type OpeningLine,
  SaidStep,
  sayOpening,
  sendTestEmail,
  takeBackOpening,
} from '@arcadia/contract/admin/opening'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { lazyFeature } from '../../lazy-feature.tsx'
import { customerSession, useAdminAuth } from '../../session/session.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'

const AccountDialog = lazyFeature(
  async () => (await import('../accounts/admin-account-dialog.tsx')).AdminAccountDialog,
  'over-page',
)
const ProfileForm = lazyFeature(async () => (await import('../accounts/admin-profile-form.tsx')).AdminProfileForm)

export const openingQuery = queryOf(getOpening, {})

type AnyLine = OpeningLine | LiveLine

/** The first that is left and can be done here. */
export const nextOf = <Line extends AnyLine>(lines: readonly Line[]): Line | undefined =>
  lines.find(({ isSeen, action, at }) => !isSeen && (action || at))

/** `next` has the amber button. */
export function Lines({ lines, next }: { lines: readonly AnyLine[]; next: AnyLine | undefined }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'email' | 'account' | AnyLine>()
  const { user, logout } = useAdminAuth()
  const act = useMutation({
    mutationFn: actOn,
    onSuccess: (after) => after && client.setQueryData(openingQuery.queryKey, after),
  })
  const close = () => setAsked(undefined)
  return (
    <>
      <FailedBanner of={act} className="mb-3" />
      <ul className="border-line border-t">
        {lines.map((line) => (
          <Line
            key={line.step}
            line={line}
            isBusy={act.isPending && act.variables.step === line.step}
            isNext={line === next}
            onAct={() => {
              if (line.action?.does === 'CHANGE_EMAIL') setAsked('email')
              else if (line.action?.does === 'SECOND_STEP') setAsked('account')
              else if (line.action?.asks) setAsked(line)
              else act.mutate(line)
            }}
          />
        ))}
      </ul>
      {asked === 'email' && user && (
        <Dialog title="Your email" onClose={close}>
          <Suspense fallback={<Loading />}>
            <ProfileForm
              startsAtEmail
              user={user}
              onCancel={close}
              onSaved={() => {
                close()
                void client.invalidateQueries(openingQuery)
              }}
            />
          </Suspense>
        </Dialog>
      )}
      {asked === 'account' && (
        <Suspense>
          <AccountDialog onClose={close} onSignOut={logout} />
        </Suspense>
      )}
      {typeof asked === 'object' && (
        <ConfirmDialog
          title={asked.title}
          confirmLabel={asked.action!.label}
          onConfirm={() => {
            close()
            act.mutate(asked)
          }}
          onClose={close}
        >
          <p>{asked.action!.asks}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The list afterwards; nothing if the page is left for the site. */
async function actOn({ step, action }: AnyLine): Promise<Opening | undefined> {
  if (action?.does === 'SEND_TEST') return call(sendTestEmail, {})
  if (action?.does === 'CLEAN_UP') return call(cleanUpTestBooking, {})
  if (action?.does === 'SAY') return call(sayOpening, { params: { step: z.parse(SaidStep, step) } })
  if (action?.does === 'TAKE_BACK') return call(takeBackOpening, { params: takeBackOpening.params.parse({ step }) })
  customerSession.signIn(await call(beginTestBooking, {}))
  window.location.assign(addresses.season.href())
  return undefined
}

interface LineProps {
  line: AnyLine
  /** The first that is left and can be done here. */
  isNext: boolean
  isBusy: boolean
  onAct: () => void
}

function Line({ line, isNext, isBusy, onAct }: LineProps) {
  const { title, says, problems, action, at } = line
  if (line.isSeen) return <DoneLine {...{ line, isBusy, onAct }} />
  const variant = isNext ? 'cta' : 'line'
  return (
    <li className="flex gap-3 border-line border-b py-3 last:border-b-0">
      <Circle className="size-6 flex-none text-ink-2" aria-hidden />
      <div className="min-w-0 flex-1 gap-x-6 min-[900.02px]:flex min-[900.02px]:justify-between">
        <div className="min-w-0">
          <h3 className="font-[640] text-ui/[1.5]">
            {title} <span className="sr">(to do)</span>
          </h3>
          <p className="text-ink-2 text-ui wrap-anywhere">{says}</p>
          {'copies' in line && line.copies && (
            <p className="flex flex-wrap items-center gap-x-2 text-ui">
              <code className="wrap-anywhere">{line.copies}</code>
              <CopyButton text={line.copies} label={`Copy ${title.charAt(0).toLowerCase()}${title.slice(1)}`} />
            </p>
          )}
          <Problems problems={problems} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 min-[900.02px]:mt-0 min-[900.02px]:max-w-[50%] min-[900.02px]:flex-none min-[900.02px]:justify-end">
          {action && (
            <Button size="sm" variant={variant} busy={isBusy} aria-label={`${title}: ${action.label}`} onClick={onAct}>
              {action.label}
            </Button>
          )}
          {at &&
            (action ? (
              <Link to={at.to} className="link inline-flex min-h-11 items-center">
                {at.label}
              </Link>
            ) : (
              <LinkButton size="sm" variant={variant} to={at.to}>
                {at.label}
              </LinkButton>
            ))}
        </div>
      </div>
    </li>
  )
}

/** What an owner sends on, because it is not done in the portal. */
function Problems({ problems }: Pick<AnyLine, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <>
      <ul className="mt-2 grid list-disc gap-2 pl-5 text-ui wrap-anywhere">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <CopyButton text={problems.join('\n')} label="Copy what is wrong with the server" />
    </>
  )
}

/** One row: the way to what was seen, on a wide screen what it was, and for what an owner said the way back. */
function DoneLine({ line: { title, says, at, action }, isBusy, onAct }: Omit<LineProps, 'isNext'>) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-b last:border-b-0">
      <CircleCheck className="size-6 flex-none text-ok" aria-hidden />
      <h3 className="font-[640] text-ui min-[600px]:w-56 min-[600px]:flex-none">
        {at ? <Link to={at.to}>{title}</Link> : title} <span className="sr">(done)</span>
      </h3>
      <p className="min-w-0 flex-1 py-2 text-ink-2 text-ui wrap-anywhere max-[600px]:hidden">{says}</p>
      {action && (
        <Button
          size="sm"
          variant="text"
          className="ml-auto"
          busy={isBusy}
          aria-label={`${title}: ${action.label}`}
          onClick={onAct}
        >
          {action.label}
        </Button>
      )}
    </li>
  )
}
