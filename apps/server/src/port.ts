import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/**
 * The port to listen on: the given one if it is free, and for 0 one that the system picks. It is chosen before anything
 * starts, because links contain the port and a taken port should be reported at once.
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

/** The same failure, in words that tell a person what to do. */
export function explainListening(error: unknown, host: string, port: number): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is already in use. Set PORT to another one, or stop the other program.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} needs more rights than this user has. Set PORT to another one.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST: got '${host}', takes an address of this machine.`)
  return error as Error
}
