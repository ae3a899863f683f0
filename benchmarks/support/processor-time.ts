import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** PostgreSQL's processes listed in pg_stat_activity. */
export async function backendsOf(database: pg.Client): Promise<number[]> {
  const { rows } = await database.query('select pid from pg_stat_activity')
  return rows.map(({ pid }) => Number(pid))
}

/** Runs a measurement and returns how much of a processor each group of processes used. */
export async function withProcessors<T>(groups: number[][], measure: () => Promise<T>) {
  const before = groups.map(processorSeconds)
  const started = performance.now()
  const result = await measure()
  const seconds = (performance.now() - started) / 1000
  return { result, processors: groups.map((pids, which) => (processorSeconds(pids) - before[which]!) / seconds) }
}

function processorSeconds(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / 100
}

/** Resident memory of a process; Linux only. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}

/** 0 for a process that has ended, or without /proc. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
