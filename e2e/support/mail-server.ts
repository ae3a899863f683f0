import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

export interface MailServer {
  url: string
  /** Whom each accepted email was for. */
  received: string[]
  close(): void
}

/** A mail server that takes every email. */
export async function startMailServer(): Promise<MailServer> {
  const received: string[] = []
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let isText = false
    let to = ''
    socket.on('error', () => {})
    createInterface({ input: socket }).on('line', (line) => {
      if (isText) {
        if (line !== '.') return
        isText = false
        received.push(to)
        return say('250 taken')
      }
      to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      isText = /^DATA/i.test(line)
      say(isText ? '354 go on' : '250 ok')
    })
    say('220 a mail server')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() }
}
