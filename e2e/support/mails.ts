import { confirmEmail } from '@arcadia/contract/accounts'
import { api, request } from './test.ts'

/** The emails to an address, as `/dev/mail` shows them where no mail server is set up, the latest first. */
export async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const { mails } = (await request('GET', '/dev/mail')).body as { mails: { id: number; to: string }[] }
  const own = mails.filter((mail) => mail.to === address)
  return Promise.all(own.map(async ({ id }) => (await request('GET', `/dev/mail/${id}`)).body))
}

/** Opens the link that was sent to an address when its account was made. */
export async function confirmAddress(address: string): Promise<void> {
  const mail = (await mailsTo(address)).find(({ subject }) => /confirm/i.test(subject))
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no link was sent to ${address}`)
  await api.call(confirmEmail, { body: { token } })
}
