import { type AdminMail, notSentSince, resendMail, titleOfMail } from '@arcadia/contract/admin/mails'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMailServer } from './mail-server.ts'

/** Only in test mode: a site with real cards can't start without a mail server. */
const NO_SERVER = "Email isn't set up, so nothing is going out. Ask whoever installed the site."

const WHO_SENDS = 'We keep trying. If it goes on, ask whoever installed the site.'

/** Sends emails again: the button of each, what was refused, and a warning while none can be sent. */
export function useResend() {
  const { isMissing, failsSince } = useMailServer()
  const warning = isMissing ? NO_SERVER : failsSince && `${notSentSince(failsSince)} ${WHO_SENDS}`
  const resend = useMutation({ mutationFn: (id: number) => call(resendMail, { params: { id } }) })
  return {
    warning,
    refusal: { message: resend.error?.message, onDismiss: resend.reset },
    buttonFor: (mail: AdminMail) =>
      mail.status !== 'NOT_NEEDED' && (
        <Button
          size="sm"
          variant={mail.status === 'SENT' ? 'text' : 'line'}
          busy={resend.isPending && resend.variables === mail.id}
          busyLabel="Sending..."
          // A resent email moves to the top of the list, out of sight.
          onClick={() =>
            resend.mutate(mail.id, {
              onSuccess: () => (warning ? toast(warning, undefined, 'warn') : toast(`On its way to ${mail.to}.`)),
            })
          }
        >
          <span>
            {mail.status === 'WAITING' || mail.status === 'HELD' ? 'Send now' : 'Send again'}
            <span className="sr">
              {' '}
              {titleOfMail(mail)} to {mail.to}
            </span>
          </span>
        </Button>
      ),
  }
}
