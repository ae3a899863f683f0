import { request } from './test.ts'

/** The emails to an address, as `/dev/mail` shows them where no mail server is set up, the latest first. */
export async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const { mails } = (await request('GET', '/dev/mail')).body as { mails: { id: number; to: string }[] }
  const own = mails.filter((mail) => mail.to === address)
  return Promise.all(own.map(async ({ id }) => (await request('GET', `/dev/mail/${id}`)).body))
}
