import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { checkBackup } from '../backup/backup-file.ts'

/** Kept by `npm run keep-release`: the demo of each release as its own seed made it, and its functions. */
export const releases = join(import.meta.dirname, 'releases')
const migrations = join(import.meta.dirname, '../../migrations')

/** The key that their databases belong to. */
export const RELEASE_KEY = 'c'.repeat(64)

export interface Release {
  version: string
  /** Its demo as a backup. */
  file: string
  /** Its migrations and functions, to be applied as it would. */
  folder: string
}

export async function listReleases(): Promise<Release[]> {
  const versions = readdirSync(releases).flatMap((name) => /^(.*)\.sql\.gz$/.exec(name)?.[1] ?? [])
  return Promise.all(
    versions.map(async (version) => {
      const file = join(releases, `${version}.sql.gz`)
      const { head } = await checkBackup(file)
      const folder = mkdtempSync(join(tmpdir(), `release-${version}-`))
      mkdirSync(join(folder, 'functions'))
      for (const { name } of head.migrations)
        if (name.endsWith('.sql')) writeFileSync(join(folder, name), readFileSync(join(migrations, name)))
      const functions = gunzipSync(readFileSync(join(releases, `${version}.functions.gz`)))
      writeFileSync(join(folder, 'functions/all.sql'), functions)
      return { version, file, folder }
    }),
  )
}
