import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Opens this many calendars of a site, in another thread. */
export async function openCalendars(address: string, count: number) {
  const thread = new Worker(new URL('calendars.ts', import.meta.url))
  const answer = async (question: object) => {
    thread.postMessage(question)
    return (await once(thread, 'message'))[0]
  }
  await answer({ address, count })
  await delay(3000)
  return {
    close: () => thread.terminate(),
    /** When the last calendar received a change made after `since`. */
    lastHeard: (since: number): Promise<number> => answer({ since }),
  }
}
