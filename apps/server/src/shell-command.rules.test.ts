import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from './environment.ts'
import { shellCommand } from './shell-command.ts'

test('a command is named as it is typed in a checkout, and in a ready archive', () => {
  const archive = mkdtempSync(join(tmpdir(), 'archive-'))
  cpSync(join(checkout, 'scripts/arcadia.sh'), join(archive, 'arcadia'))
  const both = (...words: [string, string?]) => [checkout, archive].map((one) => shellCommand(words[0], words[1], one))

  expect(both('admin list')).toEqual(['npm run admin list', './arcadia admin list'])
  expect(both('doctor', '--production')).toEqual(['npm run doctor -- --production', './arcadia doctor --production'])
})
