import { cleanUpTestBooking, type Opening, sayOpening, setOpeningDay } from '@arcadia/contract/admin/opening'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { optional, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Lines, nextOf, openingQuery } from './opening-lines.tsx'

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
