import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '../apps/server/src/start-error.ts'

/** Reads one line that is copied from paper, so that whoever types it sees it; or the first line of standard input. */
export async function askWritten(what: string): Promise<string> {
  process.stderr.write(`The ${what}: `)
  return readLine(what)
}

/**
 * Reads a new password, typed twice without echo on a terminal, or from the first line of standard input. Never from an
 * argument, which would show up in shell history and process lists.
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const password = await ask('New password: ')
  if ((await ask('Again:  ')) !== password) throw new StartError("The passwords don't match. Nothing was changed.")
  return password
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await readLine('password', { output: nowhere, terminal: true })
  } finally {
    process.stderr.write('\n')
  }
}

async function readLine(what = 'password', terminal?: { output: Writable; terminal: true }): Promise<string> {
  const lines = createInterface({ input: process.stdin, ...terminal })
  const line = await Promise.race([
    once(lines, 'line').then(([text]: string[]) => text),
    once(lines, 'close').then(() => undefined),
  ])
  lines.close()
  if (line === undefined) throw new StartError(`No ${what} was given. Nothing was changed.`)
  return line
}
