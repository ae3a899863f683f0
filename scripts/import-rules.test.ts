import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const violations = [
  ['apps/server/src/features/bookings/bookings.service.ts', '../payments/payments.store.ts', "another feature's store"],
  ['apps/server/src/features/bookings/bookings.feature.ts', '../payments/payments.store.ts', "another feature's store"],
  [
    'apps/server/src/features/bookings/holds.service.ts',
    './bookings.feature.ts',
    'Services must not import feature files',
  ],
  ['apps/server/src/features/bookings/bookings.store.ts', './holds.service.ts', 'Stores contain only SQL'],
  ['apps/server/src/features/bookings/bookings.rules.ts', './bookings.store.ts', 'Rules are pure functions'],
  ['apps/server/src/features/bookings/moves.store.ts', '../holds/holds.writes.ts', 'Stores contain only SQL'],
  ['apps/server/src/features/bookings/moves.rules.ts', '../holds/holds.writes.ts', 'Rules are pure functions'],
  ['apps/server/src/features/bookings/bookings.emails.ts', '../../app.ts', 'app.ts wire the features'],
  ['apps/server/src/features/refunds/refunds.emails.ts', '@arcadia/contract/full-name', 'write names with nameInMail'],
  [
    'apps/server/src/app.ts',
    '@arcadia/provider-simulator/simulator',
    'Only mounted-simulator.ts and tests may import the simulator',
  ],
  ['apps/provider-simulator/src/charges.ts', '@arcadia/contract/money', 'The simulator must not import our code'],
  ['apps/web/src/routes.tsx', '../../server/src/config.ts', 'The site may import only the contract'],
  ['apps/web/src/ui/button.tsx', '../features/booking-dialog/guests-step.tsx', 'Features are built from ui/'],
  [
    'apps/web/src/features/booking-dialog/guests-step.tsx',
    '../../admin/navigation.tsx',
    'Shells and routes import features',
  ],
  [
    'apps/web/src/forms/use-contract-form.ts',
    '../features/accounts/sign-in.ts',
    'Features are built from these folders',
  ],
  ['packages/contract/src/bookings.ts', 'react', 'The contract is shared'],
  ['e2e/bookings.spec.ts', '../apps/server/src/config.ts', 'from outside, through the contract'],
  ['prove/support/system.ts', '../../apps/server/src/config.ts', 'from outside, through the contract'],
] as const

const allowed = [
  ['apps/server/src/features/bookings/refunds.service.ts', './bookings.store.ts'],
  ['apps/server/src/features/bookings/refunds.feature.ts', '../payments/payments.service.ts'],
  ['apps/server/src/features/bookings/moves.service.ts', '../holds/holds.writes.ts'],
  ['apps/server/src/mounted-simulator.ts', '@arcadia/provider-simulator/simulator'],
  ['apps/web/src/features/payments/card-form.tsx', '@arcadia/contract/payments'],
  ['packages/contract/src/payments.ts', './money.ts'],
  ['packages/contract/src/admin/bookings.ts', '../money.ts'],
  ['e2e/payments.spec.ts', '@arcadia/contract/payments'],
] as const

let report: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-rules-'))
  await cp(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [file, specifier] of [...violations, ...allowed]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `import '${specifier}'\n`)
  }
  const args = [
    'lint',
    '--vcs-enabled=false',
    '--only=style/noRestrictedImports',
    '--reporter=json',
    '--max-diagnostics=none',
  ]
  const run = promisify(execFile)(join(root, 'node_modules/.bin/biome'), args, { cwd: folder })
  report = await run.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
})
afterAll(() => rm(folder, { recursive: true }))

function messagesFor(file: string): string[] {
  const { diagnostics } = JSON.parse(report) as { diagnostics: { location: { path: string }; message: string }[] }
  return diagnostics.filter(({ location }) => location.path.endsWith(file)).map(({ message }) => message)
}

test.each(violations)('%s may not import %s', (file, _, because) => {
  expect(messagesFor(file)).toEqual([expect.stringContaining(because)])
})

test.each(allowed)('%s may import %s', (file) => {
  expect(messagesFor(file)).toEqual([])
})
