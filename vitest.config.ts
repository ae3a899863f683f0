import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const everywhere = {
  // Each file isolates its own state (a database and an app, a page, fresh modules); a process per file would be most of
  // the run time.
  isolate: false,
  // Only for tests that hang: generous enough for slow machines.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

// These tests are CPU-bound, and loading the site's modules and jsdom in another process takes longer than running them.
const inOneProcess = { maxWorkers: 1 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          ...everywhere,
          // Tests wait half of the time, so a third worker pays off even on two cores; each one loads the whole server.
          maxWorkers: Math.max(3, availableParallelism() - 1),
          sequence: { groupOrder: 1 },
          include: ['apps/server/src/**/*.test.ts', 'apps/provider-simulator/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/global-setup.ts',
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'web',
          ...everywhere,
          ...inOneProcess,
          include: ['apps/web/src/**/*.test.ts', 'packages/contract/src/**/*.test.ts'],
          setupFiles: 'apps/web/src/testing/leave-as-found.ts',
        },
      },
      {
        test: {
          name: 'components',
          ...everywhere,
          ...inOneProcess,
          include: ['apps/web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/leave-as-found.ts', 'apps/web/src/testing/set-up.ts'],
        },
      },
    ],
  },
})
