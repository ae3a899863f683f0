import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs the work while no other process of this checkout runs work under the same file; they take turns.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] told once when another process is at it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${Math.random()}`
  for (let attempt = 0; !tryLock(file, mine); attempt++) {
    // The first time it may only have been the lock of a process that is gone.
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
 * Takes away the lock of a process that is gone. By renaming, so that of several who find it only one has it in hand;
 * and put back should it turn out to be a new one.
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
    // Another process was quicker.
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
