import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs the work while holding a lock file shared by all processes of this checkout.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${Math.random()}`
  for (let attempt = 0; !tryLock(file, mine); attempt++) {
    // The first attempt may only have removed a stale lock.
    if (attempt === 1) onWait?.()
    await delay(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file @param {string} mine */
function tryLock(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    dropStale(file)
    return false
  }
}

/**
 * Removes the lock of a dead process. Renames it first, so only one process gets it, and puts it back if it turns out to be a
 * new lock.
 * @param {string} file
 */
function dropStale(file) {
  const held = read(file)
  if (!held || isAlive(Number.parseInt(held, 10))) return
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (read(aside) === held) rmSync(aside)
    else renameSync(aside, file)
  } catch {
    // Another process was faster.
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
