import { request } from './test.ts'

/** The emails to an address, newest first, from `/dev/mail`. */
export async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const { mails } = (await request('GET', '/dev/mail')).body as { mails: { id: number; to: string }[] }
  const received = mails.filter((mail) => mail.to === address)
  return Promise.all(received.map(async ({ id }) => (await request('GET', `/dev/mail/${id}`)).body))
}
