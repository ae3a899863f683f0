import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  /** The raw message. */
  raw: string
  messageId: string
}

/** A real SMTP server on its own port that can go down, reject recipients, or fail to answer. */
export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  /** `onMail` is called for each email; an error it throws is sent to the client. */
  behave(onMail: () => void | Promise<void>): void
  /** Rejects every recipient with this status; undefined accepts them again. */
  refuse(status: number | undefined): void
  listen(): Promise<void>
  close(): Promise<void>
}

export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  let onMail: () => void | Promise<void> = () => {}
  let refusal: number | undefined
  let port = 0
  let server: SMTPServer | undefined

  const answer = (status: number) => Object.assign(new Error('no such mailbox'), { responseCode: status })

  function create(): SMTPServer {
    return new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      // Ends connections that are kept for the next email.
      closeTimeout: 50,
      onRcptTo: (_address, _session, done) => done(refusal === undefined ? null : answer(refusal)),
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks).toString('utf8')
          const to = session.envelope.rcptTo.map(({ address }) => address)
          received.push({ to, raw, messageId: /^Message-ID:\s+(\S+)\r$/im.exec(raw)?.[1] ?? '' })
          try {
            await onMail()
            done()
          } catch (error) {
            done(error as Error)
          }
        })
      },
    })
  }

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server = create()
      server.on('error', reject)
      server.listen(port, '127.0.0.1', () => {
        port = (server!.server.address() as AddressInfo).port
        resolve()
      })
    })

  await listen()
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    listen,
    behave(next) {
      onMail = next
    },
    refuse(status) {
      refusal = status
    },
    close: () => new Promise((resolve) => server!.close(() => resolve())),
  }
}
