import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/**
 * The port to listen on: the given one if it is free; for 0, one the system picks. Claimed before anything starts,
 * because links contain the port and a port conflict should be reported right away.
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw explainListening(error, host, port)
  }
  const { port: actual } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return actual
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
