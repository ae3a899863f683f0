/** What somebody asked to be written, with when it was asked and when the answer came: never, while nobody knows whether it was. */
interface Write {
  values: Partial<Values>
  asked: number
  answered: number
}

export interface Values {
  status: string
  date: string
  guests: number
}

/** All that was asked of one booking, and whether what was read of it can be explained by some order of that. */
export interface Registers {
  /** Sends it, and keeps it when it was done, or may have been. */
  write<A extends { status: number }>(values: Partial<Values>, send: () => Promise<A>): Promise<A>
  /** What of these values no order of the writes explains, for a read that was asked and answered then. */
  unexplained(read: Values, asked: number, answered: number): string[]
}

export function openRegisters(values: Values, asked: number): Registers {
  const writes: Write[] = [{ values, asked, answered: performance.now() }]
  return {
    async write(values, send) {
      const write = { values, asked: performance.now(), answered: Number.POSITIVE_INFINITY }
      writes.push(write)
      const answer = await send()
      if (answer.status >= 200 && answer.status < 300) write.answered = performance.now()
      // What was refused was not done; of what failed or was cut off nobody knows.
      else if (answer.status >= 400 && answer.status < 500) writes.splice(writes.indexOf(write), 1)
      return answer
    },
    unexplained(read, asked, answered) {
      return (Object.keys(read) as (keyof Values)[]).flatMap((name) => {
        const of = writes.filter(({ values }) => name in values)
        // Overwritten for good: somebody else's was asked after this one was answered, and answered before the read was asked.
        const isOver = (write: Write) => of.some((later) => later.asked > write.answered && later.answered < asked)
        const can = of.filter((write) => write.asked <= answered && !isOver(write))
        if (can.some(({ values }) => values[name] === read[name])) return []
        return [`${name} is ${read[name]}, where ${can.map(({ values }) => values[name])} would be right`]
      })
    },
  }
}
