import { isMainThread, Worker, workerData } from 'node:worker_threads'

const TURN_MS = 2
const TURNS = 4

/**
 * From here on each of two programs runs in one turn of four and is stopped in the rest, so that two of them, at a quarter of a
 * processor each, leave room on a small machine for the database and whoever asks. The turns are as short as a statement, so
 * that each finds the other in the middle of its work. Any user may do this, on any Unix.
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
    // A turn that came late is not made longer, nor is it made up for.
    ends = Math.max(ends + TURN_MS, performance.now() + TURN_MS / 2)
    if (pid) process.kill(pid, 'SIGCONT')
    Atomics.wait(isOver, 0, 0, ends - performance.now())
    if (pid) process.kill(pid, 'SIGSTOP')
  }
}
