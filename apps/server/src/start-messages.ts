import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** For the person who started it, on standard output; the log goes to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function sayWhereItRuns({ publicUrl, host, port, quickbooks, dataDir }: Config): void {
  say(`Arcadia is running at ${publicUrl} (listening on ${host}:${port}).`)
  say(`  Admin portal  ${publicUrl}/admin`)
  say(`  API           ${publicUrl}/api/docs`)
  say(`  Data          ${dataDir}`)
  if (quickbooks.environment === 'simulator') say('  Test mode: payments are simulated, no money is taken.')
}

/**
 * What to say of the admin that this start made. A generated password is shown to a person only; elsewhere it goes at
 * once, because it exists nowhere else, into a file that only this user can read.
 */
export function describeFirstAdmin(
  { username, generatedPassword }: { username: string; generatedPassword?: string },
  dataDir: string,
): string {
  if (!generatedPassword) return `  First admin   ${username}, with the password of ADMIN_PASSWORD`
  if (process.stdout.isTTY) return `  First admin   ${username}, password ${generatedPassword} (shown this once)`
  const file = passwordFile(dataDir)
  writeFileSync(file, `${generatedPassword}\n`, { mode: 0o600 })
  return `  First admin   ${username}, password in ${file}`
}

/** A later start names the file again for as long as it lies there. */
export function describeKeptPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir)
  return existsSync(file) ? `  First admin   password in ${file}; delete the file once you have changed it` : undefined
}

const passwordFile = (dataDir: string) => join(dataDir, 'admin-password')
