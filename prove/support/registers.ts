/** A requested write with its request and answer times; `answered` is infinite while the outcome is unknown. */
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

/** Records every write requested for one booking and checks whether some order of them explains a read. */
export interface Registers {
  /** Sends a write and records it unless it was refused. */
  write<A extends { status: number }>(values: Partial<Values>, send: () => Promise<A>): Promise<A>
  /** The values of a read, requested and answered at these times, that no order of the writes explains. */
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
      // A refused write did not happen; a failed or cut-off one may have.
      else if (answer.status >= 400 && answer.status < 500) writes.splice(writes.indexOf(write), 1)
      return answer
    },
    unexplained(read, asked, answered) {
      return (Object.keys(read) as (keyof Values)[]).flatMap((name) => {
        const of = writes.filter(({ values }) => name in values)
        // Overwritten for good: a later write began after this one was answered and ended before the read began.
        const isOver = (write: Write) => of.some((later) => later.asked > write.answered && later.answered < asked)
        const can = of.filter((write) => write.asked <= answered && !isOver(write))
        if (can.some(({ values }) => values[name] === read[name])) return []
        return [`${name} is ${read[name]}, expected one of ${can.map(({ values }) => values[name])}`]
      })
    },
  }
}
