import { formatCents } from '@arcadia/contract/money'
import { payAddressOf, type Share, type Split } from '@arcadia/contract/shares'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { FormError } from '../../forms/form-error.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { LinkToSend } from '../../ui/link-to-send.tsx'
import { toast } from '../../ui/toast.tsx'
import { askForShare } from './shares.words.ts'

interface SendShareDialogProps {
  share: Share
  date: TripDate
  email: (shareId: number) => Promise<Split>
  onClose: () => void
}

/** One share's link: to text, copy, scan or email, and to pay. */
export function SendShareDialog({ share, date, email, onClose }: SendShareDialogProps) {
  const send = useMutation({
    mutationFn: () => email(share.id),
    onSuccess: () => {
      toast(`Emailed to ${share.email}`)
      onClose()
    },
  })
  return (
    <Dialog title={`${share.name}'s share`} onClose={onClose}>
      <DialogBody className="grid content-start gap-5">
        <p className="text-ui text-ink-2">
          Whoever has this link sees the trip and this share, <b className="num text-ink">{formatCents(share.asks)}</b>,
          and can pay it without signing in. They don't see anybody else's money.
        </p>
        <LinkToSend
          link={share.url}
          what="link of this share"
          to={{ name: share.name }}
          says={askForShare(share, date)}
          variant="cta"
        />
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {share.email && (
            <Button
              className="max-[480px]:basis-full"
              busy={send.isPending}
              busyLabel="Sending..."
              onClick={() => send.mutate()}
            >
              <span>
                Email it to <EmailText email={share.email} />
              </span>
            </Button>
          )}
          <LinkButton to={payAddressOf(share)} variant="text" className="num">
            Pay {formatCents(share.asks)} here
          </LinkButton>
        </div>
        <FormError>{send.error}</FormError>
      </DialogBody>
    </Dialog>
  )
}
