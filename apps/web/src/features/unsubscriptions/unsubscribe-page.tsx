import { addresses } from '@arcadia/contract/addresses'
import {
  OPTIONAL_MAILS,
  openUnsubscription,
  setSubscribed,
  type Unsubscription,
} from '@arcadia/contract/unsubscriptions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { LINK_INCOMPLETE, readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'

/** Ends emails of one kind when the button is pressed: mail scanners open links (docs/rules.md §8.21). */
export function UnsubscribePage() {
  // A mail program that has no button of its own opens the address that it would post to, with the token in its path.
  const inPath = useLinkId(addresses.unsubscribe)
  const token = readToken(useLocation().hash) ?? inPath
  return (
    <PlatePage title="Unsubscribe">
      {token ? <OfLink key={token} token={token} /> : <NotFound message={LINK_INCOMPLETE} />}
    </PlatePage>
  )
}

function OfLink({ token }: { token: string }) {
  const opened = useQuery(queryOf(openUnsubscription, { body: { token } }))
  const set = useMutation({
    mutationFn: (isSubscribed: boolean) => call(setSubscribed, { body: { token, isSubscribed } }),
  })
  const problem = [set.error, opened.error].find((error) => error instanceof ApiError && error.status === 404)
  if (problem) return <NotFound message={problem.message} />
  return (
    <Loaded query={set.data ? { ...opened, data: set.data } : opened} height="h-40" className="m-6">
      {(mails) => {
        const { isSubscribed } = mails
        return (
          <DialogEnd
            way={
              <Button
                variant={isSubscribed ? 'cta' : 'line'}
                busy={set.isPending}
                busyLabel="Saving..."
                onClick={() => set.mutate(!isSubscribed)}
              >
                {isSubscribed ? 'Unsubscribe' : 'Get them again'}
              </Button>
            }
          >
            {set.data ? <FormAnswer>{describe(mails)}</FormAnswer> : <p className="wrap-anywhere">{describe(mails)}</p>}
            <FormError>{set.error}</FormError>
          </DialogEnd>
        )
      }}
    </Loaded>
  )
}

function describe({ email, kind, isSubscribed }: Unsubscription): string {
  const mails = OPTIONAL_MAILS[kind]
  if (kind !== 'waitlist-offer')
    return isSubscribed
      ? `We send ${mails} to ${email}. If you unsubscribe, you still get emails about your bookings.`
      : `We won't send any more ${mails} to ${email}. You still get emails about your bookings.`
  return isSubscribed
    ? `We send ${mails} to ${email}. If you unsubscribe, you leave every waitlist.`
    : `We won't send any more ${mails} to ${email}, and you're off every waitlist. Join one to get them again.`
}

function NotFound({ message }: { message: string }) {
  return (
    <DialogEnd way={backToHome}>
      <Banner>{message}</Banner>
    </DialogEnd>
  )
}
