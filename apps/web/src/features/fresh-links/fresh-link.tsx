import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { callUs } from '@arcadia/contract/site/contact-words'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { LINK_INCOMPLETE } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogEnd } from '../../ui/dialog.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { backToHome } from '../../ui/plate-page.tsx'

interface FreshLinkProps {
  /** The public id in the address; without one there is nothing to send again. */
  id: string | undefined
  /** Why the link can't be used. */
  message?: string | undefined
  /** Who gets the fresh one. */
  to?: string
  /** The page it is of, where one id opens several. */
  page?: 'review'
}

/** For a link that can't be used: a fresh one goes to the address it was sent to, in one press (docs/rules.md §7.10). */
export function FreshLink({
  id,
  message = LINK_INCOMPLETE,
  to = 'the address that got this one',
  page,
}: FreshLinkProps) {
  const { business } = useSiteData()
  const send = useMutation({ mutationFn: (link: string) => call(sendFreshLink, { body: { link, page } }) })
  if (send.data)
    return (
      <DialogEnd way={backToHome}>
        <FormAnswer>{send.data.message}</FormAnswer>
      </DialogEnd>
    )
  const press = id && (
    <Button variant="cta" busy={send.isPending} busyLabel="Sending..." onClick={() => send.mutate(id)}>
      Send a fresh link
    </Button>
  )
  return (
    <DialogEnd way={press || backToHome}>
      <Banner>{message}</Banner>
      <p>{press ? `We'll email a fresh link to ${to}.` : withPhoneLinks(callUs(business))}</p>
      <FormError>{send.error}</FormError>
    </DialogEnd>
  )
}
