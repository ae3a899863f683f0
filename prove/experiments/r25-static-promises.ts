import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Experiment, Row } from '../experiment.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { rowsOfTests } from '../support/tests.ts'

const root = join(import.meta.dirname, '../..')

/** Licenses compatible with ours (MIT) that ask for a notice at most. */
const ACCEPTED = 'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0'.split(' ')

/** Reasoned exceptions, with the license text they must have. */
const ACCEPTED_ALSO = [
  // Fonts may be bundled, but not sold on their own.
  { packages: /^@fontsource-variable\//, says: /^OFL-1\.1$/ },
  // A separate, unmodified library file that the operator can replace.
  { packages: /^@img\/sharp-libvips-/, says: /^LGPL-3\.0-or-later$/ },
  { packages: /^type-fest$/, says: /^\(MIT OR CC0-1\.0\)$/ },
  // BSD-2-Clause, stated only in its LICENSE file.
  { packages: /^suncalc$/, file: 'LICENSE', says: /2\. Redistributions in binary form[^3]*THIS SOFTWARE IS PROVIDED/ },
]

/** Digests of migrations look like our key. */
const DIGESTS = /\/migrate(\.test)?\.ts$/

/** Patterns for keys, each with a generator for a fake one. */
const KEYS: Record<string, { like: RegExp; planted: (letters: (length: number) => string) => string }> = {
  'private key': { like: /-----BEGIN [A-Z ]*PRIVATE KEY-----/, planted: () => `-----BEGIN EC ${'PRIVATE'} KEY-----` },
  'our ENCRYPTION_KEY': { like: /\b[0-9a-f]{64}\b/, planted: (letters) => Buffer.from(letters(32)).toString('hex') },
  'QuickBooks token': { like: /\bAB[0-9][0-9A-Za-z]{40,60}\b/, planted: (letters) => `AB1${letters(47)}` },
  AWS: { like: /\bAKIA[0-9A-Z]{16}\b/, planted: (letters) => `AKIA${letters(16).toUpperCase()}` },
  GitHub: { like: /\bgh[pousr]_[0-9A-Za-z]{36}\b/, planted: (letters) => `ghp_${letters(36)}` },
  npm: { like: /\bnpm_[0-9A-Za-z]{36}\b/, planted: (letters) => `npm_${letters(36)}` },
  Stripe: { like: /\b[sr]k_live_[0-9A-Za-z]{20,}/, planted: (letters) => `sk_live_${letters(24)}` },
  Google: { like: /\bAIza[0-9A-Za-z_-]{35}\b/, planted: (letters) => `AIza${letters(35)}` },
  'signed token': {
    like: /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
    planted: (letters) => ['eyJ', '.', '.'].map((start) => start + letters(20)).join(''),
  },
}

export const staticPromises: Experiment = {
  id: 'R25',
  title: 'Dependencies, licenses and keys in the repository',
  async run(context) {
    return [
      ...advisories(context.say),
      licenses(),
      keys(seededRandom(context.seed)),
      ...(await rowsOfTests(
        {
          'scripts/dependencies.test.ts': 'every package is listed with its reason, and no removed one is',
          'scripts/asvs.test.ts':
            'each of the 253 ASVS 5.0 requirements up to level 2 is answered and cites files that exist',
          'apps/server/src/site/site-pages.test.ts': 'every route is in the contract or one of a few read-only extras',
          'apps/server/src/features.test.ts':
            'every folder is a registered feature, and every declared email is rendered',
        },
        context,
      )),
    ]
  },
}

function advisories(say: (line: string) => void): Row[] {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
  const { metadata, message } = JSON.parse(stdout || '{"message":"npm could not be started"}')
  if (!metadata) {
    say(`Skipped the advisories: needs a registry that supports npm audit (${message}).`)
    return []
  }
  const { info, low, moderate, high, critical } = metadata.vulnerabilities
  return [
    {
      what: 'known high or critical advisories about runtime dependencies',
      tried: `${metadata.dependencies.prod} packages`,
      figure: `${high + critical}, and ${info + low + moderate} lower`,
      bar: '0',
      held: high + critical === 0,
    },
  ]
}

function licenses(): Row {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
  }
  // Packages for other platforms are not installed; each has a sibling that is.
  const folders = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path, 'package.json')))
  const refused = folders.flatMap((path) => {
    const name = path.split('node_modules/').at(-1)!
    const { license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    const also = ACCEPTED_ALSO.find(({ packages }) => packages.test(name))
    const text = also?.file ? readFileSync(join(root, path, also.file), 'utf8') : String(license)
    return ACCEPTED.includes(license) || also?.says.test(text) ? [] : [`${name}: ${license}`]
  })
  for (const line of refused) console.error(`    ${line}`)
  return {
    what: `licenses of installed runtime packages: ${ACCEPTED.length} accepted, and ${ACCEPTED_ALSO.length} reasoned exceptions`,
    tried: `${folders.length} packages`,
    figure: `${refused.length} others`,
    bar: '0',
    held: folders.length > 0 && refused.length === 0,
  }
}

function keys(random: Random): Row {
  const likeKeys = (text: string) => Object.keys(KEYS).filter((name) => KEYS[name]!.like.test(text))
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const files = tracked.filter((file) => !DIGESTS.test(file))
  const found = files.flatMap((file) => {
    const names = existsSync(join(root, file)) ? likeKeys(readFileSync(join(root, file), 'latin1')) : []
    return names.map((name) => `${file}: ${name}`)
  })
  for (const line of found) console.error(`    ${line}`)
  const letters = (length: number) => Array.from({ length }, () => random.between(10, 35).toString(36)).join('')
  const unnoticed = Object.entries(KEYS).filter(
    ([name, { planted }]) => !likeKeys(`const key = '${planted(letters)}'\n`).includes(name),
  )
  return {
    what: 'keys and tokens in files tracked by git',
    tried: `${files.length} files, ${Object.keys(KEYS).length} kinds`,
    figure: `${found.length}`,
    bar: '0',
    held: files.length > 0 && found.length === 0,
    saboteurCaught: unnoticed.length === 0,
  }
}
