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
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { customerSession } from '../../session/session.tsx'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { optional, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { toast } from '../../ui/toast.tsx'

const openingQuery = queryOf(getOpening, {})

/** What is to be ready before opening day; each tick is what the server saw (docs/rules.md §9.10). */
export function OpeningList() {
  return (
    <Loaded query={useQuery(openingQuery)} height="h-60" className="mb-4">
      {(opening) => !opening.isOpen && <Lines {...opening} />}
    </Loaded>
  )
}

function Lines({ lines, says, opensOn }: Opening) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'open' | OpeningLine>()
  const act = useMutation({
    mutationFn: actOn,
    onSuccess: (after) => after && client.setQueryData(openingQuery.queryKey, after),
  })
  const open = useMutation({
    mutationFn: () => call(sayOpening, { params: { step: 'OPENED' } }),
    onSuccess: () => toast("You're open."),
  })
  const missing = lines.filter(({ isEssential, isSeen }) => isEssential && !isSeen)
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
            onAct={() => (line.action?.asks ? setAsked(line) : act.mutate(line))}
          />
        ))}
      </ul>
      <p className="mt-4">{says}</p>
      <OpeningDay opensOn={opensOn} />
      <Button
        variant="cta"
        className="mt-4 w-full min-[600px]:w-auto"
        busy={open.isPending}
        onClick={() => (missing.length > 0 ? setAsked('open') : open.mutate())}
      >
        Open
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
                <b>Not yet: {title}.</b> {says}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      {asked && asked !== 'open' && (
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

function Line({ line, isBusy, onAct }: { line: OpeningLine; isBusy: boolean; onAct: () => void }) {
  const { title, says, isSeen, action, at } = line
  const Icon = isSeen ? CircleCheck : Circle
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
      <Icon className={isSeen ? 'size-6 flex-none text-ok' : 'size-6 flex-none text-ink-2'} aria-hidden />
      <div className="min-w-0 flex-1 gap-x-6 min-[900.02px]:flex min-[900.02px]:justify-between">
        <div className="min-w-0">
          <h3 className="font-[640] text-ui/[1.5]">
            {title} <span className="sr">{isSeen ? '(done)' : '(to do)'}</span>
          </h3>
          <p className="text-ink-2 text-ui wrap-anywhere">{says}</p>
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-5 min-[900.02px]:mt-0 min-[900.02px]:max-w-[50%] min-[900.02px]:justify-end">
          {action && (
            <Button size="sm" busy={isBusy} aria-label={`${title}: ${action.label}`} onClick={onAct}>
              {action.label}
            </Button>
          )}
          {at.length > AT_ONCE ? (
            <details>
              <summary className="min-h-11 content-center">Which ones</summary>
              {links}
            </details>
          ) : (
            links
          )}
        </div>
      </div>
    </li>
  )
}
