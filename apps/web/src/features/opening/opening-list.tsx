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
import { Suspense, useState } from 'react'
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
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { optional, TextField } from '../../ui/field.tsx'
import { LinkToSend } from '../../ui/link-to-send.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Loading } from '../../ui/spinner.tsx'

const ProfileForm = lazyFeature(async () => (await import('../accounts/admin-profile-form.tsx')).AdminProfileForm)

const openingQuery = queryOf(getOpening, {})

/** What is to be ready before opening day; each tick is what the server saw (docs/rules.md §9.10). */
export function OpeningList() {
  /** What was not seen when it opened, and has a page. */
  const [left, setLeft] = useState<readonly OpeningLine[]>()
  return (
    <>
      <Loaded query={useQuery(openingQuery)} height="h-60" className="mb-4">
        {(opening) => !opening.isOver && <Lines {...opening} onOpened={setLeft} />}
      </Loaded>
      {left && <OpenedDialog left={left} onClose={() => setLeft(undefined)} />}
    </>
  )
}

/** The site, to look at and to share, and what can still be done. */
function OpenedDialog({ left, onClose }: { left: readonly OpeningLine[]; onClose: () => void }) {
  const { name } = useSiteData().business
  const site = window.location.origin
  return (
    <Dialog title="You're open" onClose={onClose}>
      <DialogEnd
        way={
          <Button variant="cta" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>
          Guests book at{' '}
          <a href={site} className="wrap-anywhere">
            {site.replace(/^https?:\/\//, '')}
          </a>
          .
        </p>
        <LinkToSend link={site} what="link of your site" to={{}} says={`${name}: ${site}`} />
        {left.length > 0 && (
          <div>
            <h3 className="font-[640] text-ui">You can still do this</h3>
            <ul className="text-ui">
              {left.map(({ step, title, at }) => (
                <li key={step} className="min-h-11 content-center">
                  <Link to={at[0]!.to} onClick={onClose}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </DialogEnd>
    </Dialog>
  )
}

function Lines({
  lines,
  says,
  isOpen,
  opensOn,
  onOpened,
}: Opening & { onOpened: (left: readonly OpeningLine[]) => void }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'open' | 'email' | OpeningLine>()
  const { user } = useAdminAuth()
  const next = lines.find(({ isSeen, action, at }) => !isSeen && (action || at.length > 0))
  const act = useMutation({
    mutationFn: actOn,
    onSuccess: (after) => after && client.setQueryData(openingQuery.queryKey, after),
  })
  const open = useMutation({
    mutationFn: () => call(sayOpening, { params: { step: 'OPENED' } }),
    onSuccess: () => onOpened(lines.filter(({ isSeen, at }) => !isSeen && at.length > 0)),
  })
  const missing = lines.filter(({ isEssential, isSeen }) => isEssential && !isSeen)
  const later = lines.filter(({ isEssential, isSeen }) => !isEssential && !isSeen).map(({ title }) => title)
  const close = () => setAsked(undefined)
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
      <FailedBanner of={act} className="mb-3" />
      <FailedBanner of={open} className="mb-3" />
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
      <p className="mt-4">{says}</p>
      {!isOpen && <OpeningDay opensOn={opensOn} />}
      <Button
        variant={next ? 'line' : 'cta'}
        className="mt-4 w-full min-[600px]:w-auto"
        busy={open.isPending}
        onClick={() => (missing.length > 0 && !isOpen ? setAsked('open') : open.mutate())}
      >
        {isOpen ? 'Put this list away' : 'Open'}
      </Button>
      {asked === 'open' && (
        <ConfirmDialog
          title="Open anyway?"
          confirmLabel="Yes, open"
          onConfirm={() => {
            close()
            open.mutate()
          }}
          onClose={close}
        >
          <ul className="grid gap-2">
            {missing.map(({ step, title, says }) => (
              <li key={step}>
                <b>{title}: not yet.</b> {says}
              </li>
            ))}
            {later.length > 0 && <li>Also left: {new Intl.ListFormat('en-US').format(later)}.</li>}
          </ul>
        </ConfirmDialog>
      )}
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
    </Box>
  )
}

/** The day on which the business opens by itself. */
function OpeningDay({ opensOn }: Pick<Opening, 'opensOn'>) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(opensOn ?? '')
  const change = useMutation({
    mutationFn: (day: string | null) => call(setOpeningDay, { body: { opensOn: day } }),
    onSuccess(after) {
      client.setQueryData(openingQuery.queryKey, after)
      setTyped(after.opensOn ?? '')
    },
  })
  return (
    <div className="mt-4 grid gap-3">
      <FailedBanner of={change} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          type="date"
          label={optional('Open by itself on')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          disabled={typed === (opensOn ?? '')}
          busy={change.isPending}
          onClick={() => change.mutate(typed || null)}
        >
          Set the day
        </Button>
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

/** More links than these are behind a tap. */
const AT_ONCE = 2

interface LineProps {
  line: OpeningLine
  /** The first that is not seen yet. */
  isNext: boolean
  isBusy: boolean
  onAct: () => void
}

function Line({ line, isNext, isBusy, onAct }: LineProps) {
  const { title, says, action, at } = line
  if (line.isSeen) return <DoneLine {...line} />
  const variant = isNext ? 'cta' : 'line'
  const links = at.length > 0 && (
    <ul className="flex flex-wrap gap-x-5">
      {at.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="link inline-flex min-h-11 items-center">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <li className="flex gap-3 border-line border-b py-3 last:border-b-0">
      <Circle className="size-6 flex-none text-ink-2" aria-hidden />
      <div className="min-w-0 flex-1 gap-x-6 min-[900.02px]:flex min-[900.02px]:justify-between">
        <div className="min-w-0">
          <h3 className="font-[640] text-ui/[1.5]">
            {title} <span className="sr">(to do)</span>
          </h3>
          <p className="text-ink-2 text-ui wrap-anywhere">{says}</p>
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 min-[900.02px]:mt-0 min-[900.02px]:max-w-[50%] min-[900.02px]:justify-end">
          {action && (
            <Button size="sm" variant={variant} busy={isBusy} aria-label={`${title}: ${action.label}`} onClick={onAct}>
              {action.label}
            </Button>
          )}
          {at.length > AT_ONCE ? (
            <details>
              <summary className="min-h-11 content-center">Which ones</summary>
              {links}
            </details>
          ) : isNext && !action && at[0] ? (
            <LinkButton size="sm" variant="cta" to={at[0].to}>
              {at[0].label}
            </LinkButton>
          ) : (
            links
          )}
        </div>
      </div>
    </li>
  )
}

/** One row: what was seen, and the way to it. */
function DoneLine({ title, says, at: [place] }: OpeningLine) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-b last:border-b-0">
      <CircleCheck className="size-6 flex-none text-ok" aria-hidden />
      <h3 className="flex-none font-[640] text-ui">
        {place ? <Link to={place.to}>{title}</Link> : title} <span className="sr">(done)</span>
      </h3>
      <p className="min-w-0 truncate text-ink-2 text-ui">{says}</p>
    </li>
  )
}
