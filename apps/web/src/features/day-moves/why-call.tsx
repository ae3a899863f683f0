import type { MovedParty } from '@arcadia/contract/day-moves'
import { useMailServer } from '../mails/mail-server.ts'

/** Whether a group's email told it, or it has to be called. */
export function WhyCall({ party: { mail }, isToday }: { party: Pick<MovedParty, 'mail'>; isToday: boolean }) {
  const { isMissing } = useMailServer()
  if (!mail) return <p className="text-danger">No email: call first</p>
  if (mail.status === 'FAILED') return <p className="text-danger">The email didn't go out: call first</p>
  if (mail.status === 'HELD') return <p className="text-danger">The email is held back, see Emails: call first</p>
  if (isMissing && mail.status === 'WAITING') return <p className="text-danger">Email isn't set up: call or text</p>
  if (isToday) return <p className="text-ink-2">The trip is today: call even if they were emailed</p>
  return (
    <p className="text-ink-2">
      {mail.status === 'WAITING' ? 'The email is on its way' : 'Emailed'}: call if they don't answer
    </p>
  )
}
