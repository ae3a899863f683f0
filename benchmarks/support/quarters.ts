import { isMainThread, Worker, workerData } from 'node:worker_threads'

const TURN_MS = 2
const TURNS = 4

/**
 * Lets each of two programs run in one of four time slices and stops it in the rest, so at a quarter of a processor each they
 * leave room for the database and the load. Slices are as short as a statement, so each program meets the other mid-work. Needs
 * no privileges and works on any Unix.
 */
export function giveQuarters(pids: readonly [number, number]) {
  const isOver = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(import.meta.filename, { workerData: { pids, isOver } })
  const wake = () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  process.once('exit', wake)
  return {
    async end(): Promise<void> {
      Atomics.store(isOver, 0, 1)
      await new Promise((resolve) => worker.once('exit', resolve))
      process.off('exit', wake)
      wake()
    },
  }
}

if (!isMainThread) takeTurns(workerData)

function takeTurns({ pids, isOver }: { pids: readonly [number, number]; isOver: Int32Array<SharedArrayBuffer> }): void {
  const inTurn = [pids[0], undefined, pids[1], undefined]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  let ends = performance.now()
  for (let turn = 0; Atomics.load(isOver, 0) === 0; turn = (turn + 1) % TURNS) {
    const pid = inTurn[turn]
    // A late slice is neither extended nor made up for.
    ends = Math.max(ends + TURN_MS, performance.now() + TURN_MS / 2)
    if (pid) process.kill(pid, 'SIGCONT')
    Atomics.wait(isOver, 0, 0, ends - performance.now())
    if (pid) process.kill(pid, 'SIGSTOP')
  }
}
