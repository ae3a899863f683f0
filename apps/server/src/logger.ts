import { type DestinationStream, type Logger, pino } from 'pino'

/** JSON lines for log collectors; short readable lines on a terminal. */
export function createLogger(level: string, output: NodeJS.WriteStream): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie']
  return output.isTTY ? pino({ level, redact }, readable(output)) : pino({ level, redact }, output)
}

interface Line {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
  method?: string
  path?: string
  status?: number
}

function readable(output: NodeJS.WriteStream): DestinationStream {
  return {
    write(text) {
      const line = JSON.parse(text) as Line
      // A terminal shows failures, not every image that was fetched.
      if (line.status === undefined || line.status >= 400) output.write(format(line))
    },
  }
}

function format({ level, time, msg = '', err, method, path, status }: Line): string {
  const at = new Date(time).toISOString().slice(11, 19)
  const name = level === pino.levels.values.info ? '' : (pino.levels.labels[level]?.toUpperCase() ?? '')
  const what = status === undefined ? msg : `${status} ${method} ${path}`
  // A warning shows its cause; only an error shows the stack.
  const cause = level >= pino.levels.values.error! ? err?.stack : err?.message
  return `${[at, name, what].filter(Boolean).join(' ')}${cause ? `: ${cause}` : ''}\n`
}
