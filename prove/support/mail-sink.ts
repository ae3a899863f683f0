import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** A mail server that accepts everything and delivers nothing. */
export interface MailSink {
  url: string
  /** Waits for an email that matches; returns the first group, or the whole match. */
  find(what: RegExp): Promise<string>
  /** The emails it took for one address. */
  takenFor(address: string): string[]
  close(): void
}

/** @param takesMs how long it takes over each email */
export async function startMailSink(takesMs = 0): Promise<MailSink> {
  const mails: string[] = []
  const taken = new Map<string, string[]>()
  const server = createServer((socket) => {
    let mail: string[] | undefined
    let to = ''
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    createInterface(socket).on('line', (line) => {
      if (mail && line === '.') {
        const text = decoded(mail.join('\n'))
        mails.push(text)
        mail = undefined
        const done = () => {
          taken.set(to, [...(taken.get(to) ?? []), text])
          socket.write('250 taken\r\n')
        }
        if (takesMs > 0) setTimeout(done, takesMs)
        else done()
      } else if (mail) mail.push(line)
      else if (line === 'DATA') {
        mail = []
        socket.write('354 go on\r\n')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else {
        to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to
        socket.write('250 fine\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async find(what) {
      for (let tries = 0; tries < 600; tries++) {
        const found = mails.map((mail) => what.exec(mail)).find((match) => match)
        if (found) return found[1] ?? found[0]
        await delay(100)
      }
      throw new Error(`no email matched ${what}`)
    },
    takenFor: (address) => taken.get(address) ?? [],
    close: () => server.close(),
  }
}

/** Decodes quoted-printable well enough for links. */
const decoded = (text: string) =>
  text.replaceAll('=\n', '').replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
