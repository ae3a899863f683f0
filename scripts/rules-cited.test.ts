import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rules = readFileSync(join(root, 'docs/rules.md'), 'utf8')
const numbered = new Set([...rules.matchAll(/^(?:## (\d+) |- \*\*(\d+\.\d+)\*\*)/gm)].map((rule) => rule[1] ?? rule[2]))

/** Matching lines in the repository's files, as `file:line:text`. */
function linesWith(pattern: string, ...where: string[]): string[] {
  const args = ['grep', '-InE', '--untracked', pattern, '--', ...where, ':!scripts/rules-cited.test.ts']
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  } catch (error) {
    // No match.
    if ((error as { status?: number }).status === 1) return []
    throw error
  }
}

test('every cited rule exists', () => {
  const citing = linesWith('docs/rules\\.md §', '.')
  expect(citing.length).toBeGreaterThan(50)
  const unknown = citing.filter((line) =>
    [...line.matchAll(/docs\/rules\.md §(\d+(?:\.\d+)?)/g)].some(([, number]) => !numbered.has(number!)),
  )
  expect(unknown).toEqual([])
})

test('no comment cites a document outside the project', () => {
  expect(linesWith('§', '.', ':!docs/rules.md').filter((line) => /(?<!docs\/rules\.md |RFC \d+ )§/.test(line))).toEqual(
    [],
  )
})
