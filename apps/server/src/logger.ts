import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'

/** JSON lines for whoever collects them; on a terminal, lines for the person who looks at it. */
export function createLogger(level: string, output: NodeJS.WriteStream): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie']
  return output.isTTY ? pino({ level, redact }, readable(output)) : pino({ level, redact }, output)
}

interface Line {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
}

function readable(output: NodeJS.WriteStream): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      output.write(format(JSON.parse(chunk.toString()) as Line), done)
    },
  })
}

function format({ level, time, msg, err }: Line): string {
  const name = pino.levels.labels[level] ?? String(level)
  // A warning names its cause; only what is broken shows where.
  const cause = level >= pino.levels.values.error! ? err?.stack : err?.message
  const words = [new Date(time).toISOString().slice(11, 19), name === 'info' ? '' : name.toUpperCase(), msg ?? '']
  return `${words.filter(Boolean).join(' ')}${cause ? `: ${cause}` : ''}\n`
}
