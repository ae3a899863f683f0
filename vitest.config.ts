import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const everywhere = {
  // A file has what it changes to itself (a database and an app, a page, fresh modules of the site); a process of its own as
  // well would be most of the work.
  isolate: false,
  // Every wait is for something that comes: these end a test that hangs, on a machine however slow.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

// These never wait, and a process takes longer to load the site's modules and jsdom than they take to run.
const inOneProcess = { maxWorkers: 1 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          ...everywhere,
          // Half of a test's time is waiting for something, which a third one fills; each process loads all of the server.
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
