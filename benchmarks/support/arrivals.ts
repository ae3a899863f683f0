import { setTimeout as delay } from 'node:timers/promises'
import { type Ask, onePerson } from './people.ts'

/** Enough that hardly anyone waits for a connection; more newcomers would have to pay first (docs/rules.md §2.9). */
export const CROWD = 64

/** Starts visits at random times at this rate, whether or not earlier ones have ended; waiting for a connection counts. */
export async function arrivals(
  address: string,
  { aSecond, seconds }: { aSecond: number; seconds: number },
  visit: (ask: Ask, person: number, came: number) => Promise<unknown>,
): Promise<void> {
  const waiting: number[] = []
  const idle: ((came: number | undefined) => void)[] = []
  const people = Promise.all(
    Array.from({ length: CROWD }, (_, person) =>
      onePerson(address, async (ask) => {
        for (;;) {
          const came = waiting.shift() ?? (await new Promise<number | undefined>((resolve) => idle.push(resolve)))
          if (came === undefined) return
          await visit(ask, person, came)
        }
      }),
    ),
  )
  const coming = async () => {
    const until = performance.now() + seconds * 1000
    for (let came = performance.now(); came < until; came += (1000 / aSecond) * -Math.log(1 - Math.random())) {
      while (performance.now() < came) await delay(Math.max(1, came - performance.now()))
      const someone = idle.shift()
      if (someone) someone(came)
      else waiting.push(came)
    }
    while (idle.length < CROWD) await delay(10)
    for (const leave of idle) leave(undefined)
  }
  await Promise.all([people, coming()])
}
