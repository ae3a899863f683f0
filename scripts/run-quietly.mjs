import { spawn } from 'node:child_process'

/**
 * Runs a slow program, printing only progress; its output is shown if it fails.
 * @param {string} what printed before ' …', such as 'Installing dependencies'
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runQuietly(what, program, args, options = {}) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  console.log(`${what} …`)
  const progress = setInterval(() => console.log(`  still running (${seconds()} s)`), 10_000)
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve([1, null])
    })
    child.on('close', (...how) => resolve(how))
  })
  clearInterval(progress)
  // The system kills the child, or one of the child's own: npm then says so, and a shell answers 137.
  const isKilled = signal === 'SIGKILL' || code === 137 || (code !== 0 && /\bSIGKILL\b/.test(output))
  if (code === 0) console.log(`  done in ${seconds()} s`)
  else if (isKilled) console.error(`${output}${what}: killed after ${seconds()} s, probably out of memory.`.trim())
  else console.error(`${output.trimEnd()}\n${what} failed after ${seconds()} s; its output is above.`)
  return code === 0
}

/**
 * The npm that started this process, or the one on the PATH.
 * @param {...string} args
 * @returns {[string, string[]]} program and arguments
 */
export function npm(...args) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? [process.execPath, [cli, ...args]] : ['npm', args]
}
