/** The mails to an address, as `/dev/mail` shows them where no mail server is set up, the latest first. */
export async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const read = async (path: string) =>
    (await fetch(`${process.env.E2E_URL}${path}`, { headers: { accept: 'application/json' } })).json()
  const { mails } = (await read('/dev/mail')) as { mails: { id: number; to: string }[] }
  return Promise.all(mails.filter((mail) => mail.to === address).map(({ id }) => read(`/dev/mail/${id}`)))
}
