import { getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '@arcadia/contract/admin/dashboard'
import { formatLongDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { Banner } from '../../ui/banner.tsx'
import { Box } from '../../ui/box.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'

interface CalendarFeedCardProps {
  /** The link that was just made: only that answer has it, so it is kept where the card's place in the layout doesn't matter. */
  link: string | undefined
  onLink: (link: string | undefined) => void
}

/** Shows the trips in the owner's own calendar, through a private link. */
export function CalendarFeedCard({ link, onLink }: CalendarFeedCardProps) {
  const { data, error, refetch } = useQuery(queryOf(getCalendarFeed, {}))
  const renew = useMutation({ mutationFn: () => call(renewCalendarFeed, {}), onSuccess: ({ url }) => onLink(url) })
  const revoke = useMutation({ mutationFn: () => call(revokeCalendarFeed, {}), onSuccess: () => onLink(undefined) })
  const [asked, setAsked] = useState<'renew' | 'revoke'>()
  const failed = renew.error ?? revoke.error
  const close = () => setAsked(undefined)

  return (
    <Box title="Trips in your calendar" className="grid justify-items-start gap-3 [&>h2]:mb-0">
      {error && !data && <TryAgainBanner error={error} onRetry={() => void refetch()} />}
      {failed && <Banner>{failed.message}</Banner>}
      {!data && !error && <Skeleton className="h-20 w-full" />}
      {data && (
        <p className="muted">
          {data.feed
            ? `Your calendar link works until ${formatLongDate(venueDate(data.feed.expiresAt))}.`
            : "See your bookings in your phone's calendar. It stays up to date automatically."}
        </p>
      )}
      {data?.feed && link && <FeedAddress url={link} />}
      {data && !data.feed && (
        <Button size="sm" busy={renew.isPending} onClick={() => renew.mutate()}>
          Get calendar link
        </Button>
      )}
      {data?.feed && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setAsked('renew')}>
            Get a new link
          </Button>
          <Button size="sm" onClick={() => setAsked('revoke')}>
            Turn off link
          </Button>
        </div>
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          title="Get a new link"
          confirmLabel="Get a new link"
          busy={renew.isPending}
          onClose={close}
          onConfirm={() => renew.mutate(undefined, { onSettled: close })}
        >
          <p>
            You'll get a new link. The old one stops working right away, so add the new one to each calendar that uses
            it.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title="Turn off link"
          confirmLabel="Turn off link"
          isDanger
          busy={revoke.isPending}
          onClose={close}
          onConfirm={() =>
            revoke.mutate(undefined, { onSuccess: () => toast('Calendar link turned off'), onSettled: close })
          }
        >
          <p>The link stops working right away, and your trips disappear from calendars that use it.</p>
        </ConfirmDialog>
      )}
    </Box>
  )
}

/** The link, shown this one time: one tap where the calendar takes it, else instructions. */
function FeedAddress({ url }: { url: string }) {
  return (
    <div className="grid w-full gap-3">
      <LinkButton to={url.replace(/^https?:/, 'webcal:')} variant="cta" className="justify-self-start">
        Add to my calendar
      </LinkButton>
      <Field
        label="Your calendar link"
        help="Copy it now. We won't show it again. Anyone with this link can see your bookings."
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <input
              {...control}
              className="input num min-w-0 flex-1"
              readOnly
              value={url}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={url} label="Copy the calendar link" />
          </div>
        )}
      </Field>
      <details>
        <summary>On Android, or if nothing opens</summary>
        <p className="mt-3">
          On Android open calendar.google.com on a computer, choose <b>Other calendars, From URL</b>, and paste the link
          there. It then shows up on your phone automatically. On an iPhone open Settings, search for{' '}
          <b>Add Subscribed Calendar</b>, and paste the link.
        </p>
      </details>
    </div>
  )
}
