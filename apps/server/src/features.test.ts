import { globSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createBase } from './base.ts'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { kyselyOn } from './database/open-database.ts'
import { createPool } from './database/pool.ts'
import type { Feature } from './feature.ts'
import { createFeatures } from './features.ts'

const folder = join(import.meta.dirname, 'features')
const databaseUrl = 'postgres://nobody@localhost:1/nothing'
const config = readConfig({ DATA_DIR: tmpdir(), DATABASE_URL: databaseUrl, ENCRYPTION_KEY: 'ab'.repeat(32) })
const db = kyselyOn(createPool(databaseUrl))
// No database is needed: creating features starts nothing.
const features: Feature[] = Object.values(
  createFeatures(createBase({ config, db, databaseUrl, clock: systemClock, log: pino({ level: 'silent' }) })),
)

test('every folder is a feature of the same name', async () => {
  expect(features.map(({ name }) => name).sort()).toEqual((await readdir(folder)).sort())
})

test('every declared kind of email has a renderer', () => {
  const declared = globSync(join(folder, '*/*.emails.ts')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {4}(?:'([a-z-]+)'|([a-z]+)): \{.*\}.*$/gm)].map(([, a, b]) => a ?? b),
  )
  expect(features.flatMap(({ emails = {} }) => Object.keys(emails)).sort()).toEqual(declared.sort())
})
