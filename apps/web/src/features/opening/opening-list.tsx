import { addresses } from '@arcadia/contract/addresses'
import {
  beginTestBooking,
  cleanUpTestBooking,
  getOpening,
  type Opening,
  type OpeningLine,
  SaidStep,
  sayOpening,
  sendTestEmail,
  setOpeningDay,
} from '@arcadia/contract/admin/opening'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { customerSession, useAdminAuth } from '../../session/session.tsx'
import { Box } from '../../ui/box.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { optional, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'

const ProfileForm = lazyFeature(async () => (await import('../accounts/admin-profile-form.tsx')).AdminProfileForm)

const openingQuery = queryOf(getOpening, {})

/** What is to be ready before opening day; each tick is what the server saw (docs/rules.md §9.10). */
export function OpeningList() {
  const [justOpened, setJustOpened] = useState(false)
  const client = useQueryClient()
  const opened = (after: Opening) => {
    client.setQueryData(openingQuery.queryKey, after)
    if (after.isOver) toast("You're open.")
    setJustOpened(true)
  }
  return (
    <Loaded query={useQuery(openingQuery)} height="h-60" className="mb-4">
      {(opening) =>
        !opening.isOver &&
        (opening.isOpen ? (
          <Opened {...opening} takesFocus={justOpened} />
        ) : (
          <BeforeOpening {...opening} onOpened={opened} />
        ))
      }
    </Loaded>
  )
}

/** The site, to look at and to share, and what is left, until an owner puts it away. */
function Opened({ says, lines, takesFocus }: Opening & { takesFocus: boolean }) {
  const { name } = useSiteData().business
  const site = window.location.origin
  const left = lines.filter(({ isSeen }) => !isSeen)
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) said.current?.focus()
  }, [takesFocus])
  const test = left.find(({ action }) => action?.does === 'CLEAN_UP')
  const [isAsked, setAsked] = useState(false)
  const putAway = useMutation({
    async mutationFn() {
      if (test) await call(cleanUpTestBooking, {})
      return call(sayOpening, { params: { step: 'PUT_AWAY' } })
    },
    onSuccess: () => toast(test ? 'Cleaned up, and the list is put away.' : 'The list is put away.'),
  })
  return (
    <Box title="You're open" className="mb-4">
      <FailedBanner of={putAway} className="mb-3" />
      <p ref={said} tabIndex={-1} className="scroll-mt-40">
        {says} Guests book at
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <a href={site} className="font-[640] text-[1.25rem]/[1.3] wrap-anywhere">
          {site.replace(/^https?:\/\//, '')}
        </a>
        <CopyButton text={site} label="Copy the link of your site" />
      </p>
      <ShareButton
        what="link of your site"
        says={`${name}: ${site}`}
        variant="cta"
        className="mt-2 w-full min-[600px]:w-auto"
      />
      {left.length > 0 && (
        <details open className="mt-3 border-line border-t">
          <summary className="min-h-11 content-center font-[560]">{left.length} left</summary>
          <Lines lines={left} next={'share' in navigator ? undefined : nextOf(left)} />
        </details>
      )}
      <Button
        className="mt-3 w-full min-[600px]:w-auto"
        busy={putAway.isPending}
        onClick={() => (test ? setAsked(true) : putAway.mutate())}
      >
        Put this list away
      </Button>
      {isAsked && test && (
        <ConfirmDialog
          title="Your test is still booked"
          confirmLabel="Clean up and put away"
          onConfirm={() => {
            setAsked(false)
            putAway.mutate()
          }}
          onClose={() => setAsked(false)}
        >
          <p>{test.says}</p>
        </ConfirmDialog>
      )}
    </Box>
  )
}

/** The first that is left and can be done here. */
const nextOf = (lines: readonly OpeningLine[]) => lines.find(({ isSeen, action, at }) => !isSeen && (action || at))

function BeforeOpening({ lines, says, opensOn, onOpened }: Opening & { onOpened: (after: Opening) => void }) {
  const [isAsked, setAsked] = useState(false)
  const open = useMutation({
    mutationFn: () => call(sayOpening, { params: { step: 'OPENED' } }),
    onSuccess: onOpened,
  })
  const missing = lines.filter(({ isEssential, isSeen }) => isEssential && !isSeen)
  const later = lines.filter(({ isEssential, isSeen }) => !isEssential && !isSeen)
  const next = nextOf(lines)
  return (
    <Box
      title="Before you open"
      aside={
        <p className="num muted">
          {lines.filter(({ isSeen }) => isSeen).length} of {lines.length}
        </p>
      }
      className="mb-4"
    >
      <FailedBanner of={open} className="mb-3" />
      <Lines lines={lines} next={next} />
      <p className="mt-4">{says}</p>
      <OpeningDay opensOn={opensOn} />
      <Button
        variant={next ? 'line' : 'cta'}
        className="mt-4 w-full min-[600px]:w-auto"
        busy={open.isPending}
        onClick={() => (missing.length > 0 ? setAsked(true) : open.mutate())}
      >
        Open
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Open anyway?"
          confirmLabel="Yes, open"
          onConfirm={() => {
            setAsked(false)
            open.mutate()
          }}
          onClose={() => setAsked(false)}
        >
          <ul className="grid gap-2">
            {missing.map(({ step, title, says }) => (
              <li key={step}>
                <b>{title}.</b> {says}
              </li>
            ))}
          </ul>
          {later.length > 0 && (
            <>
              <h3 className="mt-4 font-[640] text-ui">Also left</h3>
              <ul className="list-disc pl-5">
                {later.map(({ step, title }) => (
                  <li key={step}>{title}</li>
                ))}
              </ul>
            </>
          )}
        </ConfirmDialog>
      )}
    </Box>
  )
}

/** `next` has the amber button. */
function Lines({ lines, next }: Pick<Opening, 'lines'> & { next: OpeningLine | undefined }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'email' | OpeningLine>()
  const { user } = useAdminAuth()
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

/** The day on which the business opens by itself. */
function OpeningDay({ opensOn }: Pick<Opening, 'opensOn'>) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(opensOn ?? '')
  const field = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: (day: string | null) => call(setOpeningDay, { body: { opensOn: day } }),
    onSuccess(after) {
      client.setQueryData(openingQuery.queryKey, after)
      setTyped(after.opensOn ?? '')
      field.current?.focus()
    },
  })
  return (
    <div className="mt-4 grid gap-3">
      <FailedBanner of={change} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={field}
          type="date"
          label={optional('Open automatically on')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {typed !== (opensOn ?? '') && (
          <Button
            className="w-full min-[600px]:w-auto"
            busy={change.isPending}
            onClick={() => change.mutate(typed || null)}
          >
            Set the day
          </Button>
        )}
      </div>
    </div>
  )
}

/** The list afterwards; nothing if the page is left for the site. */
async function actOn({ step, action }: OpeningLine): Promise<Opening | undefined> {
  if (action?.does === 'SEND_TEST') return call(sendTestEmail, {})
  if (action?.does === 'CLEAN_UP') return call(cleanUpTestBooking, {})
  if (action?.does === 'SAY') return call(sayOpening, { params: { step: z.parse(SaidStep, step) } })
  customerSession.signIn(await call(beginTestBooking, {}))
  window.location.assign(addresses.season.href())
  return undefined
}

interface LineProps {
  line: OpeningLine
  /** The first that is left and can be done here. */
  isNext: boolean
  isBusy: boolean
  onAct: () => void
}

function Line({ line, isNext, isBusy, onAct }: LineProps) {
  const { title, says, problems, action, at } = line
  if (line.isSeen) return <DoneLine {...line} />
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
          <Problems problems={problems} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 min-[900.02px]:mt-0 min-[900.02px]:max-w-[50%] min-[900.02px]:justify-end">
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
function Problems({ problems }: Pick<OpeningLine, 'problems'>) {
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

/** One row: the way to what was seen, and on a wide screen what it was. */
function DoneLine({ title, says, at }: OpeningLine) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-b last:border-b-0">
      <CircleCheck className="size-6 flex-none text-ok" aria-hidden />
      <h3 className="font-[640] text-ui min-[600px]:w-56 min-[600px]:flex-none">
        {at ? <Link to={at.to}>{title}</Link> : title} <span className="sr">(done)</span>
      </h3>
      <p className="min-w-0 py-2 text-ink-2 text-ui wrap-anywhere max-[600px]:hidden">{says}</p>
    </li>
  )
}
