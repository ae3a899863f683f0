import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { portal, served } from '@arcadia/contract/addresses'
import type { Config } from './config.ts'
import { describeConformance, readConformance } from './features/provider/conformance-record.ts'
import { shellCommand } from './shell-command.ts'
import { version } from './version.ts'

/** Writes to standard output for the person at the terminal; the log goes to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** @param isConnected whether a merchant account is */
export function sayWhereItRuns({ publicUrl, host, port, quickbooks, dataDir }: Config, isConnected: boolean): void {
  say(`Arcadia ${version} is running at ${publicUrl} (listening on ${host}:${port}).`)
  say(`  Admin portal  ${publicUrl}${portal.href()}`)
  say(`  API           ${publicUrl}${served.docs.href()}`)
  say(`  Data          ${dataDir}`)
  say(`  ${PAYMENTS[quickbooks.environment]} ${isConnected ? 'Connected.' : NOT_CONNECTED}`)
  if (quickbooks.environment !== 'production') return
  const conformance = readConformance(dataDir)
  say(`  ${conformance ? describeConformance(conformance) : NOT_MET}`)
}

const NOT_MET = `This program has not met QuickBooks yet: nobody ran ${shellCommand('conformance')} with its sandbox. See docs/going-live.md.`
const PAYMENTS = {
  simulator: 'Pretend payments, no real money is taken.',
  sandbox: "Pretend payments with QuickBooks' sandbox, no real money is taken.",
  production: 'Real payments.',
}
const NOT_CONNECTED = 'Not connected: nobody can book until the owner connects QuickBooks.'

/**
 * Describes the new admin. A generated password is printed only on a terminal; otherwise it is saved to a file that
 * only this user can read, because it exists nowhere else.
 */
export function describeFirstAdmin(
  { username, generatedPassword }: { username: string; generatedPassword?: string },
  dataDir: string,
): string {
  if (!generatedPassword) return `  First admin   ${username}, with the password from ADMIN_PASSWORD`
  if (process.stdout.isTTY) return `  First admin   ${username}, password ${generatedPassword} (shown only once)`
  const file = passwordFile(dataDir)
  writeFileSync(file, `${generatedPassword}\n`, { mode: 0o600 })
  return `  First admin   ${username}, password in ${file}`
}

/** Later starts mention the file as long as it exists. */
export function describeKeptPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir)
  return existsSync(file) ? `  First admin   password in ${file}; delete the file once you've changed it` : undefined
}

/** @param backup taken before the upgrade */
export const describeUpgrade = (backup: string): string =>
  `The database was upgraded to ${version}. To go back, restore ${backup} with the version before; what was booked since is not in it.`

const passwordFile = (dataDir: string) => join(dataDir, 'admin-password')
