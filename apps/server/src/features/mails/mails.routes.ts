import { listMails, resendMail } from '@arcadia/contract/mails'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Mails } from './mails.service.ts'

export function mailRoutes(bind: Bind, mails: Mails): void {
  bind(listMails, ({ query }) => mails.search(query))
  bind(resendMail, ({ user, params }) => mails.resend(user.id, params.id))
}
