import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/** Below the ports that systems give to outgoing connections, one of which could take the port before we listen on it. */
const FREE_PORTS = [20_000, 32_000] as const

/**
 * The port to listen on: the given one if it is free; for 0, a free one. Claimed before anything starts, because links
 * contain the port and a port conflict should be reported right away.
 */
export async function claimPort(host: string, port: number): Promise<number> {
  for (;;) {
    const candidate = port === 0 ? randomInt(...FREE_PORTS) : port
    const probe = createServer().listen(candidate, host)
    try {
      await once(probe, 'listening')
    } catch (error) {
      if (port === 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw explainListening(error, host, port)
    }
    probe.close()
    await once(probe, 'close')
    return candidate
  }
}

/** Turns a listen error into one that says what to do. */
export function explainListening(error: unknown, host: string, port: number): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is already in use. Stop the other program or set PORT to another port.`)
  if (code === 'EACCES')
    return new StartError(`This user isn't allowed to listen on port ${port}. Set PORT to another port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST: got '${host}', expected an address of this machine.`)
  return error as Error
}
